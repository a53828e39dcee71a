package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import io.ibench.report.store.RunReport.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one client did in a step.
 *
 * @param client its number, from 1
 * @param rates {@code ips}, {@code dps} and {@code qps}, those that there are
 */
public record StoredClient(long client, Map<String, Number> rates, List<Operation> operations) {

  static StoredClient of(StoredObject json) throws DamageException {
    List<Operation> operations = new ArrayList<>();
    for (StoredObject operation : json.objects("operations")) {
      operations.add(Operation.of(operation));
    }
    return new StoredClient(json.count("client"), Map.copyOf(json.numbers()), operations);
  }
}

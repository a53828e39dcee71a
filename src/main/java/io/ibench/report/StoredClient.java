package io.ibench.report;

import io.ibench.report.RunReport.Operation;
import io.ibench.report.StoredObject.DamageException;
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

package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.StepRoles;
import io.ibench.report.store.RunReport.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one client did in a step.
 *
 * @param client its number, from 1
 * @param rates {@code ips}, {@code dps} and {@code qps}, those that there are
 */
public record StoredClient(
    long client, @JsonUnwrapped Map<String, Number> rates, List<Operation> operations) {

  /** Those of a step; empty where clients were not counted apart. */
  static List<StoredClient> of(StepResult step, RunInfo run) {
    List<StoredClient> clients = new ArrayList<>();
    Set<Role> roles = StepRoles.of(step, run);
    double seconds = step.whole().seconds();
    for (List<OperationSummary> client : step.whole().clients()) {
      Map<String, Number> rates = new LinkedHashMap<>();
      for (Map.Entry<String, Role> rate : roles().entrySet()) {
        boolean has = roles.contains(rate.getValue()) && seconds > 0;
        rates.put(rate.getKey(), has ? count(client, rate.getValue(), run) / seconds : null);
      }
      clients.add(
          new StoredClient(
              clients.size() + 1,
              rates,
              client.stream().map(one -> Operation.of(one, seconds, run)).toList()));
    }
    return clients;
  }

  private static Map<String, Role> roles() {
    Map<String, Role> rates = new LinkedHashMap<>();
    rates.put("ips", Role.INSERT);
    rates.put("dps", Role.DELETE);
    rates.put("qps", Role.QUERY);
    return rates;
  }

  private static long count(List<OperationSummary> client, Role role, RunInfo run) {
    return client.stream()
        .filter(operation -> run.roles().get(operation.operation()) == role)
        .mapToLong(role == Role.QUERY ? OperationSummary::count : OperationSummary::rows)
        .sum();
  }
}

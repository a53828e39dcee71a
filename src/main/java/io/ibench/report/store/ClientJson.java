package io.ibench.report.store;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.StepRoles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each client did in a step, as it stands in summary.json. */
final class ClientJson {

  private final RunInfo run;
  private final OperationJson operations;

  ClientJson(RunInfo run) {
    this.run = run;
    this.operations = new OperationJson(run);
  }

  /** Empty where clients were not counted apart. */
  List<Map<String, Object>> of(StepResult step) {
    List<Map<String, Object>> list = new ArrayList<>();
    Set<Role> roles = StepRoles.of(step, run);
    double seconds = step.whole().seconds();
    for (List<OperationSummary> client : step.whole().clients()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("client", list.size() + 1);
      for (Map.Entry<String, Role> rate : rates().entrySet()) {
        boolean has = roles.contains(rate.getValue()) && seconds > 0;
        json.put(rate.getKey(), has ? count(client, rate.getValue()) / seconds : null);
      }
      json.put("operations", operations.of(client, seconds));
      list.add(json);
    }
    return list;
  }

  private static Map<String, Role> rates() {
    Map<String, Role> rates = new LinkedHashMap<>();
    rates.put("ips", Role.INSERT);
    rates.put("dps", Role.DELETE);
    rates.put("qps", Role.QUERY);
    return rates;
  }

  private long count(List<OperationSummary> client, Role role) {
    return client.stream()
        .filter(operation -> run.roles().get(operation.operation()) == role)
        .mapToLong(role == Role.QUERY ? OperationSummary::count : OperationSummary::rows)
        .sum();
  }
}

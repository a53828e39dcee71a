package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.StepRoles;
import io.ibench.report.store.RunReport.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one client did in a step. Immutable.
 *
 * @param client its number, from 1
 * @param rates {@code ips}, {@code dps} and {@code qps}; null or missing if the step has no such
 *     rate
 */
public record StoredClient(long client, @JsonUnwrapped Figures rates, List<Operation> operations) {

  /** The clients of a step that this process did; empty if they were not counted separately. */
  static List<StoredClient> of(StepResult step, RunInfo run) {
    List<StoredClient> clients = new ArrayList<>();
    double seconds = step.whole().seconds();
    List<List<OperationSummary>> all = step.whole().clients();
    for (int number = 0; number < all.size(); number++) {
      if (!run.hasClient(number)) {
        continue;
      }
      List<OperationSummary> client = all.get(number);
      Map<String, Number> rates = new LinkedHashMap<>();
      rates.put(Figure.IPS.key(), rate(client, Role.INSERT, step, run));
      rates.put(Figure.DPS.key(), rate(client, Role.DELETE, step, run));
      rates.put(Figure.QPS.key(), rate(client, Role.QUERY, step, run));
      clients.add(
          new StoredClient(
              number + 1,
              new Figures(rates),
              client.stream().map(one -> Operation.of(one, seconds, run)).toList()));
    }
    return clients;
  }

  private static @Nullable Double rate(
      List<OperationSummary> client, Role role, StepResult step, RunInfo run) {
    double seconds = step.whole().seconds();
    if (seconds <= 0 || !StepRoles.of(step, run).contains(role)) {
      return null;
    }
    long count =
        client.stream()
            .filter(operation -> run.roles().get(operation.operation()) == role)
            .mapToLong(role == Role.QUERY ? OperationSummary::count : OperationSummary::rows)
            .sum();
    return count / seconds;
  }
}

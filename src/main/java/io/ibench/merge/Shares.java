package io.ibench.merge;

import io.ibench.report.figures.Figures;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredAgent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the list of agents has of each step. Stateless. */
final class Shares {

  private static final String P99 = "p99_us";

  private static final List<String> FIGURES =
      List.of(
          "seconds",
          "threads",
          "ips",
          "dps",
          "qps",
          "errors",
          "client_cpu_pct",
          "client_run_delay_pct",
          "client_wait_pct",
          "client_gc_pct",
          "outside_pct");

  private Shares() {}

  static StoredAgent.Share of(Step step) {
    Map<String, Number> figures = new LinkedHashMap<>();
    for (String key : FIGURES) {
      if (step.whole().figures().numbers().get(key) != null) {
        figures.put(key, step.whole().figures().numbers().get(key));
      }
    }
    step.whole().operations().stream()
        .map(Operation::service)
        .map(service -> service.get(P99))
        .filter(Objects::nonNull)
        .max(Comparator.comparingDouble(Number::doubleValue))
        .ifPresent(p99 -> figures.put(P99, p99));
    return new StoredAgent.Share(
        step.name(), step.repeat(), step.state(), new Figures(figures), step.agent());
  }
}

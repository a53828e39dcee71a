package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;

/** Which figures of a step as a whole are compared, in the order of their rows. Stateless. */
final class StepFigures {

  private static final String SECONDS = "seconds";

  /** In loads the same as {@code wkbpq}. */
  private static final String PER_ROW = "wkbpi";

  private static final List<String> RATES =
      List.of("qps", "qps_p99", "ips", "ips_p99", "links_ps", "dps", "dps_p99");
  private static final List<String> COSTS =
      List.of(
          "rpq",
          "rkbpq",
          "wkbpq",
          "wpi",
          PER_ROW,
          "server_rkbpq",
          "server_wkbpq",
          "cspq",
          StepComparison.OWN_CPU,
          StepComparison.MACHINE_CPU,
          "server_us_pq",
          "client_us_pq");
  private static final List<String> SIZES =
      List.of("size_gb", "bytes_per_row", "dir_bytes", "rss_gb", "written_gb");
  private static final List<String> CLIENT =
      List.of(
          "client_cpu_pct",
          "client_gc_pct",
          "client_run_delay_pct",
          "client_wait_pct",
          "outside_pct",
          "other_cpu_pct",
          "other_wkbps");

  private StepFigures() {}

  /** Before the latencies. */
  static List<ComparedFigure> before(Unit unit) {
    List<ComparedFigure> figures = new ArrayList<>();
    RATES.forEach(key -> figures.add(figure(key, Group.RATE, unit)));
    if (unit != Unit.QUERIES) {
      figures.add(seconds(unit));
    }
    COSTS.stream()
        .filter(key -> unit != Unit.ROWS || !key.equals(PER_ROW))
        .forEach(key -> figures.add(figure(key, Group.COST, unit)));
    return figures;
  }

  /** Behind the latencies. */
  static List<ComparedFigure> after(Unit unit) {
    List<ComparedFigure> figures = new ArrayList<>();
    SIZES.forEach(key -> figures.add(figure(key, Group.SIZE, unit)));
    CLIENT.forEach(key -> figures.add(figure(key, Group.CLIENT, unit)));
    return figures;
  }

  private static ComparedFigure figure(String key, Group group, Unit unit) {
    Definition definition = Definition.of(key).orElseThrow();
    return new ComparedFigure(
        key,
        group,
        definition.name(unit),
        definition.unit(),
        definition.better(),
        definition.text(),
        step -> value(step, key));
  }

  /** That a step takes its time says nothing; that the same rows take longer does. */
  private static ComparedFigure seconds(Unit unit) {
    ComparedFigure seconds = figure(SECONDS, Group.RATE, unit);
    return new ComparedFigure(
        seconds.key(),
        seconds.group(),
        seconds.name(),
        seconds.unit(),
        Better.LOWER,
        seconds.definition(),
        seconds.value());
  }

  private static double value(Step step, String key) {
    Number value = step.whole().figures().get(key);
    return value == null ? Double.NaN : value.doubleValue();
  }
}

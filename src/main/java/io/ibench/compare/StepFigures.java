package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import java.util.ArrayList;
import java.util.List;

/** The compared figures of a whole step, in the order of their rows. Stateless. */
final class StepFigures {

  private static final String SECONDS = "seconds";

  /** In loads equal to {@code wkbpq}. */
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

  /** The figures before the latencies. */
  static List<ComparedFigure> before(Unit unit) {
    List<ComparedFigure> figures = new ArrayList<>();
    RATES.forEach(key -> figures.add(figure(key, Group.RATE, unit)));
    if (unit != Unit.QUERIES) {
      figures.add(figure(SECONDS, Group.RATE, unit));
    }
    COSTS.stream()
        .filter(key -> unit != Unit.ROWS || !key.equals(PER_ROW))
        .forEach(key -> figures.add(figure(key, Group.COST, unit)));
    return figures;
  }

  /** The figures behind the latencies. */
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
        // How long one step takes is neither good nor bad; the same rows in less time are better.
        key.equals(SECONDS) ? Better.LOWER : definition.better(),
        definition.text(),
        step -> OtherFigures.number(step.whole().figures().get(key)));
  }
}

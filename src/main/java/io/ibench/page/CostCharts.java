package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What an operation cost, interval by interval. */
final class CostCharts implements RowCharts {

  private static final String FIGURE = "figure";
  private static final int POINTS = 1000;
  private static final double KIB = 1024;

  /** A cost below it is practically nothing. */
  static final double LEAST = 0.01;

  private static final double MILLION = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  private final StepRows rows;
  private final KnownSteps steps;
  private final double shortest;
  private final int queries;
  private final int inserted;
  private final int busyTicks;
  private final int totalTicks;
  private final double cpus;
  private final List<Cost> costs;
  private final DrawnLine machine;
  private final DrawnLine own;
  private final boolean embedded;
  private final int clientCpu;
  private final int serverCpu;

  CostCharts(StepRows rows, KnownSteps steps) {
    this.rows = rows;
    this.steps = steps;
    shortest = steps.shortestGauged();
    cpus = steps.cpus().orElse(Double.NaN);
    embedded = steps.isEmbedded();
    queries = rows.column("queries");
    inserted = rows.column("inserted_rows");
    busyTicks = rows.column(HostMetric.CPU_BUSY_TICKS.key());
    totalTicks = rows.column(HostMetric.CPU_TOTAL_TICKS.key());
    String per = steps.onlyWrite() ? "i" : "q";
    costs =
        List.of(
            cost("reads", "r/" + per, HostMetric.DISK_READS, 1),
            cost("KB read", "rKB/" + per, HostMetric.DISK_READ_BYTES, KIB),
            cost("KB written", "wKB/" + per, HostMetric.DISK_WRITTEN_BYTES, KIB),
            cost("server", "CPU us/" + per, HostMetric.SERVER_CPU_NANOS, 1000),
            cost("client", "CPU us/" + per, HostMetric.CLIENT_CPU_NANOS, 1000),
            cost("context switches", "cs/" + per, HostMetric.CONTEXT_SWITCHES, 1));
    machine = DrawnLine.of("machine", Axis.TIME, FIGURE, "CPU us/" + per, POINTS);
    own = DrawnLine.of("server + client", Axis.TIME, FIGURE, "CPU us/" + per, POINTS);
    clientCpu = rows.column(HostMetric.CLIENT_CPU_NANOS.key());
    serverCpu = rows.column(HostMetric.SERVER_CPU_NANOS.key());
  }

  private Cost cost(String name, String option, HostMetric metric, double unitSize) {
    return new Cost(
        DrawnLine.of(name, Axis.TIME, FIGURE, option, POINTS), rows.column(metric.key()), unitSize);
  }

  @Override
  public void add(Optional<Step> step) {
    if (rows.isNewStep()) {
      machine.curve().gap();
      own.curve().gap();
      costs.forEach(cost -> cost.line.curve().gap());
    }
    if (rows.isShort() || rows.seconds() < shortest) {
      return;
    }
    double operations = operations(step);
    for (Cost cost : costs) {
      add(cost.line, rows.number(cost.column) / cost.unitSize / operations);
    }
    double share = rows.number(busyTicks) / rows.number(totalTicks);
    add(machine, share * cpus * rows.seconds() * MILLION / operations);
    // The CPU of an embedded database is the client's.
    if (!embedded) {
      double nanos = rows.number(clientCpu) + rows.number(serverCpu);
      add(own, nanos / NANOS_PER_MICRO / operations);
    }
  }

  /** No operations have no costs, which is a gap. */
  private void add(DrawnLine line, double value) {
    line.curve().add(rows.at() - rows.seconds(), rows.at(), value);
  }

  /** As the figures of the whole step are divided. */
  private double operations(Optional<Step> step) {
    if (step.isEmpty()) {
      return rows.number(queries) > 0 ? rows.number(queries) : rows.number(inserted);
    }
    return switch (step.get().unit()) {
      case QUERIES -> rows.number(queries);
      case ROWS -> rows.number(inserted);
      case INDEXED_ROWS, NONE -> Double.NaN;
    };
  }

  @Override
  public double width() {
    return Stream.concat(Stream.of(machine, own), costs.stream().map(Cost::line))
        .mapToDouble(line -> line.curve().width())
        .max()
        .orElse(0);
  }

  @Override
  public List<Chart> charts() {
    List<DrawnLine> all = new ArrayList<>();
    costs.subList(0, 3).forEach(cost -> all.add(cost.line));
    all.add(machine);
    all.add(own);
    costs.subList(3, costs.size()).forEach(cost -> all.add(cost.line));
    List<Line> drawn = DrawnLine.drawn(all);
    if (drawn.isEmpty()) {
      return List.of();
    }
    List<String> options = drawn.stream().map(line -> line.tags().get(FIGURE)).distinct().toList();
    return List.of(
        new Chart(
            "cost",
            "Cost per operation",
            "What the disks, the CPUs and the kernel did in each interval"
                + ChartTexts.length(steps.intervalSeconds(rows))
                + ", divided by the queries that were completed in it; in steps that only write,"
                + " by the rows that were inserted. Requests to the devices, KB of 1,024 bytes,"
                + " microseconds of CPU, context switches; without operations there is a gap."
                + ChartTexts.SHORT_LEFT_OUT,
            "per operation",
            false,
            List.of(new Choice(FIGURE, "cost", options, initial(options, drawn))),
            drawn));
  }

  /** The first one that is more than nearly nothing: what fits in memory is hardly ever read. */
  private static String initial(List<String> options, List<Line> drawn) {
    return drawn.stream()
        .filter(line -> Arrays.stream(line.y()).anyMatch(value -> value >= LEAST))
        .map(line -> line.tags().get(FIGURE))
        .findFirst()
        .orElse(options.get(0));
  }

  private record Cost(DrawnLine line, int column, double unitSize) {}
}

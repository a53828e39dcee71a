package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.StepRows;
import java.util.List;
import java.util.Optional;

/** What others than the server and the client did on the machine, interval by interval. */
final class NeighbourLines {

  private static final double MIB = 1024 * 1024;
  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;

  private final DrawnLine cpu;
  private final DrawnLine writes;
  private final StepRows rows;
  private final double cpus;
  private final boolean embedded;
  private final boolean isRemote;
  private final int busyTicks;
  private final int totalTicks;
  private final int serverCpu;
  private final int clientCpu;
  private final int diskWrites;
  private final int serverWrites;

  /**
   * @param isRemote the machine is not the client's
   */
  NeighbourLines(StepRows rows, KnownSteps steps, boolean isRemote, int points) {
    this.rows = rows;
    this.isRemote = isRemote;
    cpus = steps.cpus().orElse(Double.NaN);
    embedded = steps.isEmbedded();
    cpu = DrawnLine.of("others", Axis.TIME, points);
    writes = DrawnLine.of("written by others (wMB/s)", Axis.TIME, points);
    busyTicks = rows.column(HostMetric.CPU_BUSY_TICKS.key());
    totalTicks = rows.column(HostMetric.CPU_TOTAL_TICKS.key());
    serverCpu = rows.column(HostMetric.SERVER_CPU_NANOS.key());
    clientCpu = rows.column(HostMetric.CLIENT_CPU_NANOS.key());
    diskWrites = rows.column(HostMetric.DISK_WRITTEN_BYTES.key());
    serverWrites =
        rows.column(
            (embedded ? HostMetric.CLIENT_WRITTEN_BYTES : HostMetric.SERVER_WRITTEN_BYTES).key());
  }

  void gap() {
    lines().forEach(line -> line.curve().gap());
  }

  /** Adds the present row, as far as the figures of its step are known. */
  void add(Optional<Step> step) {
    add(step, "other_cpu_pct", cpu, otherCpu());
    add(
        step,
        "other_wkbps",
        writes,
        (rows.number(diskWrites) - rows.number(serverWrites)) / MIB / rows.seconds());
  }

  private void add(Optional<Step> step, String key, DrawnLine line, double value) {
    if (step.isPresent() && step.get().whole().figures().containsKey(key)) {
      line.curve().add(rows.at() - rows.seconds(), rows.at(), Math.max(0, value));
    }
  }

  private double otherCpu() {
    double own = (embedded ? 0 : rows.number(serverCpu)) + (isRemote ? 0 : rows.number(clientCpu));
    double used = PERCENT * rows.number(busyTicks) / rows.number(totalTicks);
    return used - PERCENT * own / (rows.seconds() * cpus * NANOS);
  }

  DrawnLine cpu() {
    return cpu;
  }

  DrawnLine writes() {
    return writes;
  }

  List<DrawnLine> lines() {
    return List.of(cpu, writes);
  }
}

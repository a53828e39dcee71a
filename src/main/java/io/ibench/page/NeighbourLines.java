package io.ibench.page;

import io.ibench.host.HostMetric;
import io.ibench.report.document.Axis;
import io.ibench.report.figures.FigureCatalogue;
import io.ibench.report.figures.IntervalRow;
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
  private final IntervalRow interval;
  private final boolean isRemote;

  /**
   * @param isRemote the machine is not the client's
   */
  NeighbourLines(StepRows rows, IntervalRow interval, boolean isRemote, int points) {
    this.rows = rows;
    this.interval = interval;
    this.isRemote = isRemote;
    cpu = DrawnLine.of("others", Axis.TIME, points);
    writes = DrawnLine.of("written by others (wMB/s)", Axis.TIME, points);
  }

  void gap() {
    lines().forEach(line -> line.curve().gap());
  }

  /** Adds the present row, as far as the figures of its step are known. */
  void add(Optional<Step> step) {
    add(step, "other_cpu_pct", cpu, otherCpu());
    HostMetric server =
        interval.isEmbedded() ? HostMetric.CLIENT_WRITTEN_BYTES : HostMetric.SERVER_WRITTEN_BYTES;
    double bytes = interval.grown(HostMetric.DISK_WRITTEN_BYTES) - interval.grown(server);
    add(step, "other_wkbps", writes, bytes / MIB / rows.seconds());
  }

  private void add(Optional<Step> step, String key, DrawnLine line, double value) {
    if (step.isPresent() && step.get().whole().figures().containsKey(key)) {
      line.curve().add(rows.at() - rows.seconds(), rows.at(), Math.max(0, value));
    }
  }

  private double otherCpu() {
    double server = interval.isEmbedded() ? 0 : interval.grown(HostMetric.SERVER_CPU_NANOS);
    double client = isRemote ? 0 : interval.grown(HostMetric.CLIENT_CPU_NANOS);
    double used = FigureCatalogue.formula("cpu_pct").of(interval);
    return used - PERCENT * (server + client) / (rows.seconds() * interval.cpus() * NANOS);
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

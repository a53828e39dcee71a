package io.ibench.report.store;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.measure.Counter;
import io.ibench.measure.Readings;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the time between the end of one step and the start of the next, which belongs to
 * neither step. Together with it, the steps add up to the growth of the counters over the whole
 * run. Immutable.
 */
final class BetweenSteps {

  private static final double NANOS_PER_SECOND = 1e9;

  private final Readings from;
  private final Readings to;

  private BetweenSteps(Readings from, Readings to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Figures by name, null if unknown. Empty between two repeats: the later one begins with the
   * readings at the earlier one's end.
   */
  static Map<String, Number> of(StepResult before, StepResult step, RunInfo run) {
    if (step.step().repeat() > 1) {
      return Map.of();
    }
    double seconds = (step.whole().startNanos() - before.whole().endNanos()) / NANOS_PER_SECOND;
    BetweenSteps between = new BetweenSteps(before.whole().end(), step.whole().start());
    Map<String, Number> values = new LinkedHashMap<>();
    values.put(Figure.SECONDS.key(), seconds);
    values.put("read_gb", between.gigabytes(HostMetric.DISK_READ_BYTES));
    values.put(Figure.WRITTEN_GB.key(), between.gigabytes(HostMetric.DISK_WRITTEN_BYTES));
    values.put("server_read_gb", between.gigabytes(HostMetric.SERVER_READ_BYTES));
    values.put("server_written_gb", between.gigabytes(HostMetric.SERVER_WRITTEN_BYTES));
    values.put("cpu_s", between.cpuSeconds(seconds * run.cpus()));
    values.put("client_cpu_s", between.grown(HostMetric.CLIENT_CPU_NANOS, NANOS_PER_SECOND));
    values.put("server_cpu_s", between.grown(HostMetric.SERVER_CPU_NANOS, NANOS_PER_SECOND));
    OptionalLong restarts = between.grown(HostMetric.SERVER_RESTARTS);
    values.put(
        Figure.SERVER_RESTARTS.key(), restarts.isEmpty() ? null : (Long) restarts.getAsLong());
    between.treeBytes().ifPresent(bytes -> values.put("lsm_bytes", bytes));
    return values;
  }

  /** What RocksDB's flushes and compactions wrote; empty on other products. */
  private OptionalLong treeBytes() {
    long sum = 0;
    for (String name : Figure.TREE_BYTES) {
      Counter start = from.counters().get(name);
      Counter end = to.counters().get(name);
      if (start == null || end == null || end.value() < start.value()) {
        return OptionalLong.empty();
      }
      sum += end.value() - start.value();
    }
    return OptionalLong.of(sum);
  }

  private @Nullable Double gigabytes(HostMetric metric) {
    return grown(metric, NumberText.GB_BYTES);
  }

  private @Nullable Double grown(HostMetric metric, double unitSize) {
    OptionalLong grown = grown(metric);
    return grown.isEmpty() ? null : (Double) (grown.getAsLong() / unitSize);
  }

  private OptionalLong grown(HostMetric metric) {
    return CounterDelta.of(metric, from, to);
  }

  /**
   * The machine's CPU seconds; null if unknown. The length of a tick follows from the number of
   * ticks; without any, nothing ran for as long as one.
   *
   * @param available seconds of all CPUs together; 0 if their number is unknown
   */
  private @Nullable Double cpuSeconds(double available) {
    OptionalLong busy = grown(HostMetric.CPU_BUSY_TICKS);
    OptionalLong total = grown(HostMetric.CPU_TOTAL_TICKS);
    if (busy.isEmpty() || total.isEmpty() || available == 0) {
      return null;
    }
    return total.getAsLong() == 0 ? 0 : available * busy.getAsLong() / total.getAsLong();
  }
}

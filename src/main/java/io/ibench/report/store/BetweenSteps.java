package io.ibench.report.store;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.measure.Readings;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.FigureValues;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What passed between the end of one step and the start of the next: in the figures of neither.
 * With it, the steps of a run add up to the growth of the counters over the whole run.
 */
final class BetweenSteps {

  private static final double NANOS_PER_SECOND = 1e9;

  private final Readings from;
  private final Readings to;

  private BetweenSteps(Readings from, Readings to) {
    this.from = from;
    this.to = to;
  }

  /** Empty between two repeats: the later one begins with the readings at the earlier one's end. */
  static Map<String, Number> of(StepResult before, StepResult step, RunInfo run) {
    if (step.step().repeat() > 1) {
      return Map.of();
    }
    double seconds = (step.whole().startNanos() - before.whole().endNanos()) / NANOS_PER_SECOND;
    BetweenSteps between = new BetweenSteps(before.whole().end(), step.whole().start());
    FigureValues values = new FigureValues();
    values.put("seconds", seconds);
    values.put("read_gb", between.gigabytes(HostMetric.DISK_READ_BYTES));
    values.put("written_gb", between.gigabytes(HostMetric.DISK_WRITTEN_BYTES));
    values.put("server_read_gb", between.gigabytes(HostMetric.SERVER_READ_BYTES));
    values.put("server_written_gb", between.gigabytes(HostMetric.SERVER_WRITTEN_BYTES));
    values.put("cpu_s", between.cpuSeconds(seconds * run.cpus()));
    values.put("client_cpu_s", between.grown(HostMetric.CLIENT_CPU_NANOS, NANOS_PER_SECOND));
    values.put("server_cpu_s", between.grown(HostMetric.SERVER_CPU_NANOS, NANOS_PER_SECOND));
    values.put("server_restarts", between.grown(HostMetric.SERVER_RESTARTS));
    Map<String, Number> numbers = new LinkedHashMap<>();
    values.map().forEach((key, value) -> numbers.put(key, (Number) value));
    return numbers;
  }

  private OptionalDouble gigabytes(HostMetric metric) {
    return grown(metric, NumberText.GB_BYTES);
  }

  private OptionalDouble grown(HostMetric metric, double unitSize) {
    OptionalLong grown = grown(metric);
    return grown.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(grown.getAsLong() / unitSize);
  }

  private OptionalLong grown(HostMetric metric) {
    return CounterDelta.of(metric, from, to);
  }

  /**
   * Of the whole machine. How long a tick is, is known from how many there were; where there was
   * none, nothing ran for as long as one.
   *
   * @param all what all CPUs together had; 0 where their number is unknown
   */
  private OptionalDouble cpuSeconds(double all) {
    OptionalLong busy = grown(HostMetric.CPU_BUSY_TICKS);
    OptionalLong total = grown(HostMetric.CPU_TOTAL_TICKS);
    if (busy.isEmpty() || total.isEmpty() || all == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        total.getAsLong() == 0 ? 0 : all * busy.getAsLong() / total.getAsLong());
  }
}

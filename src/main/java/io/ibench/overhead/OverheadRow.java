package io.ibench.overhead;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One line of the answer: what an operation costs one thread of the client. A figure that does not
 * apply is null. Immutable.
 *
 * @param name the operation
 * @param threads that worked at the same time
 * @param driverCpuNs CPU time of a bare loop of the driver's calls, in nanoseconds
 * @param ibenchCpuNs CPU time of ibench, with its driver if there is one
 * @param toBare the ratio of the second to the first
 * @param cpuNoise half of the width of the 95 % interval of the CPU time, as a part of it; of both
 *     if there are two
 * @param driverBytes allocated by the bare loop
 * @param ibenchBytes allocated by ibench's own code; with a bare loop the difference of two
 *     measurements, which may be below zero
 * @param perSecond operations of all threads; through ibench, if it was measured so
 * @param timeRatio the rate of ibench divided by that of the bare loop
 * @param clientShare the client's part of the CPU time of client and server, through ibench
 */
public record OverheadRow(
    String name,
    int threads,
    @Nullable Double driverCpuNs,
    @Nullable Double ibenchCpuNs,
    @JsonUnwrapped Ratio toBare,
    Double cpuNoise,
    @Nullable Double driverBytes,
    @Nullable Double ibenchBytes,
    Double perSecond,
    @Nullable Double timeRatio,
    @Nullable Double clientShare) {

  /**
   * A ratio of two sides that worked by turns. All are null where there is one side only.
   *
   * @param low the lower limit of its 95 % interval
   * @param high the upper limit
   */
  public record Ratio(
      @JsonProperty("ratio") @Nullable Double value,
      @JsonProperty("ratio_low") @Nullable Double low,
      @JsonProperty("ratio_high") @Nullable Double high) {

    static final Ratio NONE = new Ratio(null, null, null);
  }

  /**
   * Figures that vary more than this from one part of a measurement to the next are of little use.
   */
  private static final double NOISY = 0.1;

  /** Whether ibench was measured beside a bare loop. */
  boolean isCompared() {
    return toBare.value() != null;
  }

  /** Whether its CPU time, or its ratio, is uncertain by more than 10 %. */
  boolean isUncertain() {
    return !(cpuNoise <= NOISY);
  }

  /** ibench's own part, without a database. */
  static OverheadRow ofClient(String name, Cost cost) {
    return new OverheadRow(
        name,
        cost.threads(),
        null,
        cost.cpuNanos(),
        Ratio.NONE,
        noise(cost),
        null,
        cost.bytes(),
        cost.perSecond(),
        null,
        null);
  }

  /** A driver alone. */
  static OverheadRow ofDriver(String name, Cost cost) {
    return new OverheadRow(
        name,
        cost.threads(),
        cost.cpuNanos(),
        null,
        Ratio.NONE,
        noise(cost),
        cost.bytes(),
        null,
        cost.perSecond(),
        null,
        null);
  }

  private static double noise(Cost cost) {
    return cost.cpuHalfWidth() / cost.cpuNanos();
  }

  /** The CPU time that a comparison of two results compares. */
  double cpuNs() {
    return ibenchCpuNs == null ? Objects.requireNonNull(driverCpuNs) : ibenchCpuNs;
  }
}

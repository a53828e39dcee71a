package io.ibench.overhead;

/**
 * One line of the answer: what an operation costs one thread of the client. A figure that does not
 * apply is null. Immutable.
 *
 * @param name the operation
 * @param threads that worked at the same time
 * @param driverCpuNs CPU time of a bare loop of the driver's calls, in nanoseconds
 * @param ibenchCpuNs CPU time of ibench, with its driver if there is one
 * @param ratio of the second to the first, with the limits of its 95 % interval
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
    Double driverCpuNs,
    Double ibenchCpuNs,
    Double ratio,
    Double ratioLow,
    Double ratioHigh,
    Double cpuNoise,
    Double driverBytes,
    Double ibenchBytes,
    Double perSecond,
    Double timeRatio,
    Double clientShare) {

  /**
   * Figures that vary more than this from one part of a measurement to the next are of little use.
   */
  private static final double NOISY = 0.1;

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
        null,
        null,
        null,
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
        null,
        null,
        null,
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
    return ibenchCpuNs == null ? driverCpuNs : ibenchCpuNs;
  }
}

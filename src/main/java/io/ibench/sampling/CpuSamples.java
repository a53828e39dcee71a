package io.ibench.sampling;

import java.util.Map;

/**
 * The samples of some processes in a span of time. Immutable but for its tree.
 *
 * @param periodNanos CPU time between two samples
 * @param how what was asked of perf: its event, and how it unwinds stacks
 * @param tree stacks
 * @param lost records that perf could not keep up with; of all processes
 * @param rooted samples whose stack reaches the start of its thread
 * @param named samples whose innermost function has a name of its own
 * @param buildIds of modules that have functions without a name
 */
public record CpuSamples(
    long periodNanos,
    String how,
    CallTree tree,
    long lost,
    long rooted,
    long named,
    Map<String, String> buildIds) {

  /** Below this, what single functions have is mostly chance. */
  public static final long MIN_SAMPLES = 200;

  private static final double MOST_OFF = 0.15;

  /** Few samples are off by chance; so many standard deviations of counting are allowed more. */
  private static final double DEVIATIONS = 3;

  /**
   * Whether the kernel is among the samples. A server is there more often than perf samples it; a
   * perf that may not see it samples the rest without a word.
   */
  public boolean seesKernel() {
    return tree.functions().keySet().stream()
        .anyMatch(frame -> frame.module().equals(Frame.KERNEL));
  }

  /** The same with fewer stacks. */
  CpuSamples with(CallTree less) {
    return new CpuSamples(periodNanos, how, less, lost, rooted, named, buildIds);
  }

  public long samples() {
    return tree.samples();
  }

  /**
   * Whether the samples stand for the CPU that was used, but for 15 % and the noise of counting.
   *
   * @param coverage CPU time of the samples as a share of that by /proc
   */
  public boolean isTrusted(double coverage) {
    double chance = DEVIATIONS * coverage / Math.sqrt(Math.max(1, samples()));
    return Math.abs(coverage - 1) <= MOST_OFF + chance;
  }

  /** CPU time that the samples stand for. */
  public long nanos() {
    return Math.multiplyExact(samples(), periodNanos);
  }
}

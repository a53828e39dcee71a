package io.ibench.verdict;

/** When a target rate counts as sustained. */
public final class SustainedRate {

  /** The share of a target rate that has to be reached. */
  public static final double SUSTAINED = 0.95;

  private SustainedRate() {}

  /**
   * Whether the rate reached {@link #SUSTAINED} of the target of all clients, rounded to a whole
   * number as in the insert benchmark's own report.
   */
  public static boolean isSustained(double targetPerSecond, double actualPerSecond) {
    return actualPerSecond >= least(targetPerSecond);
  }

  /** The lowest rate that counts as sustained. */
  public static double least(double targetPerSecond) {
    double least = SUSTAINED * targetPerSecond;
    // Half an operation per second would be rounded to 0, which every server reaches.
    return least < 1 ? least : Math.round(least);
  }
}

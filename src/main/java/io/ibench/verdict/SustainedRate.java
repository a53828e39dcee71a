package io.ibench.verdict;

/** When a rate that was to be held counts as held. */
public final class SustainedRate {

  /** Of a target, what has to be reached for it to count as sustained. */
  public static final double SUSTAINED = 0.95;

  private SustainedRate() {}

  /**
   * Whether a rate was held: it reached {@link #SUSTAINED} of the target of all clients, rounded to
   * a whole number as the insert benchmark's own report does.
   */
  public static boolean isSustained(double targetPerSecond, double actualPerSecond) {
    return actualPerSecond >= least(targetPerSecond);
  }

  /** The lowest rate that counts as sustained. */
  public static double least(double targetPerSecond) {
    double least = SUSTAINED * targetPerSecond;
    // Rounded, half an operation per second would be none, which every server can do.
    return least < 1 ? least : Math.round(least);
  }
}

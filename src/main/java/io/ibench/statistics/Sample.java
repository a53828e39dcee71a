package io.ibench.statistics;

/**
 * A mean and its uncertainty. Immutable.
 *
 * @param variance of a single observation, from {@code n - 1} degrees of freedom; NaN with fewer
 *     than two observations
 * @param n the number of independent observations
 */
public record Sample(double mean, double variance, long n) {

  /** From independent observations, such as one figure of several runs. */
  public static Sample of(double[] observations) {
    int n = observations.length;
    double sum = 0;
    for (double observation : observations) {
      sum += observation;
    }
    double mean = sum / n;
    double squares = 0;
    for (double observation : observations) {
      squares += (observation - mean) * (observation - mean);
    }
    return new Sample(mean, n < 2 ? Double.NaN : squares / (n - 1), n);
  }
}

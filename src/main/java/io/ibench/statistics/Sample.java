package io.ibench.statistics;

/**
 * What is known of a mean: its value and how sure it is. Immutable.
 *
 * @param mean of whatever was measured
 * @param variance of a single observation, from {@code n - 1} degrees of freedom; NaN with fewer
 *     than two
 * @param n how many independent observations stand behind it
 */
public record Sample(double mean, double variance, long n) {

  /** Of independent observations, such as one figure of several runs. */
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

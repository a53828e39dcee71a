package io.ibench.statistics;

/**
 * A 95 % interval of a mean that holds at every look: one may look after each further number, and
 * end when one likes what one sees. An interval of Student's t is right for one look only.
 *
 * <p>The numbers come from cells with a nuisance effect of the sign {@code +1} or {@code -1}, such
 * as which of two servers has which setting, which is estimated with the mean. For all numbers of
 * one sign there is no nuisance effect, and one degree of freedom more.
 *
 * <p>Source: the confidence sequence of Lindon, Ham, Tingley and Bojinov, "Anytime-Valid Inference
 * in Linear Models and Regression-Adjusted Causal Inference" (2022), for one coefficient: the
 * t-statistic's Bayes factor with a normal prior of variance {@link #PRIOR} on the standardised
 * effect is a test martingale, so that by Ville's inequality it exceeds 1/0.05 at any time with a
 * probability of 5 % at most. It assumes numbers that are normal, independent and of one variance.
 *
 * @param numbers how many it is made of
 * @param estimate of the mean
 * @param low NaN while there are too few numbers
 * @param high NaN while there are too few numbers
 * @param nuisance the estimated effect of the sign; 0 if all numbers have one sign
 */
public record AnytimeInterval(
    int numbers, double estimate, double low, double high, double nuisance) {

  private static final double ERROR_RATE = 0.05;

  /**
   * The expected size of an effect that is looked for, in variances of one number. It changes how
   * wide the interval is after few or many numbers, not that it holds; 1 makes it narrow after ten
   * to a hundred, and gives none before the sixth (the fifth of one sign).
   */
  private static final double PRIOR = 1;

  /**
   * The interval after some numbers.
   *
   * @param signs as many as numbers: 1 or -1 each
   */
  public static AnytimeInterval of(double[] numbers, int[] signs) {
    int n = numbers.length;
    double meanSign = 0;
    double mean = 0;
    for (int i = 0; i < n; i++) {
      meanSign += (double) signs[i] / n;
      mean += numbers[i] / n;
    }
    boolean oneSign = Math.abs(meanSign) > 1 - 1e-9;
    double covariance = 0;
    for (int i = 0; i < n; i++) {
      covariance += (signs[i] - meanSign) * (numbers[i] - mean) / n;
    }
    double nuisance = oneSign ? 0 : covariance / (1 - meanSign * meanSign);
    double estimate = mean - nuisance * meanSign;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double residual = numbers[i] - estimate - nuisance * signs[i];
      squares += residual * residual;
    }
    int freedom = n - (oneSign ? 1 : 2);
    // The numbers that say something of the mean once the effect of the sign is known.
    double information = oneSign ? n : n * (1 - meanSign * meanSign);
    double half =
        freedom < 1
            ? Double.NaN
            : Math.sqrt(boundOfSquare(information, freedom) * squares / freedom / information);
    return new AnytimeInterval(n, estimate, estimate - half, estimate + half, nuisance);
  }

  /** The square of the t-statistic at which its Bayes factor reaches 1 / ERROR_RATE. */
  private static double boundOfSquare(double information, int freedom) {
    double prior = 1 + PRIOR * information;
    double factor = Math.pow(Math.sqrt(prior) / ERROR_RATE, 2.0 / (freedom + 1));
    if (factor >= prior) {
      return Double.POSITIVE_INFINITY;
    }
    return freedom * (factor - 1) / (1 - factor / prior);
  }

  /** Half of its length; NaN or infinite while there are too few numbers. */
  public double half() {
    return (high - low) / 2;
  }

  /** The same with a part on each side that nobody knows. */
  public AnytimeInterval widened(double unknown) {
    return new AnytimeInterval(numbers, estimate, low - unknown, high + unknown, nuisance);
  }

  /** Whether it is known. */
  public boolean isKnown() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  /** Whether 0 is outside of it. */
  public boolean excludesZero() {
    return low > 0 || high < 0;
  }
}

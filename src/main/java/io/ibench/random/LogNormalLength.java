package io.ibench.random;

/**
 * Lengths of payloads, in bytes: log-normally distributed, rounded to the nearest whole number,
 * then clamped to min .. max. Immutable, shared between threads.
 */
public final class LogNormalLength {
  /** Further from the mean, the normal distribution is 0 or 1 in double precision. */
  private static final double FAR = 8.5;

  private final double logOfMedian;
  private final double sigma;
  private final int min;
  private final int max;

  /**
   * @param median before rounding and clamping, in bytes, above 0
   * @param sigma the standard deviation of the logarithm, above 0
   * @param min the smallest length, in bytes, 0 or more
   * @param max the largest length, in bytes, inclusive
   * @throws IllegalArgumentException if one of them is out of range
   */
  public LogNormalLength(double median, double sigma, int min, int max) {
    if (!(median > 0) || Double.isInfinite(median)) {
      throw new IllegalArgumentException("the median must be above 0: " + median);
    }
    if (!(sigma > 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException("sigma must be above 0: " + sigma);
    }
    if (min < 0 || max < min) {
      throw new IllegalArgumentException("not a range of lengths: " + min + " .. " + max);
    }
    this.logOfMedian = StrictMath.log(median);
    this.sigma = sigma;
    this.min = min;
    this.max = max;
  }

  /** A length in bytes, from min to max. */
  public int draw(Random64 random) {
    double length = StrictMath.exp(random.nextGaussian() * sigma + logOfMedian);
    return (int) Math.max(min, Math.min(max, Math.round(length)));
  }

  /**
   * The log-normal distribution function itself: the share of lengths at most this one before they
   * are rounded and clamped. A drawn length below max is at most k with the share cdf(k + 0.5).
   */
  public double cdf(double length) {
    return length <= 0 ? 0 : normalCdf((StrictMath.log(length) - logOfMedian) / sigma);
  }

  /** Marsaglia, "Evaluating the normal distribution", 2004: the Taylor series around 0. */
  private static double normalCdf(double x) {
    if (Math.abs(x) > FAR) {
      return x < 0 ? 0 : 1;
    }
    double sum = x;
    double previous = 0;
    double term = x;
    for (int odd = 3; sum != previous; odd += 2) {
      previous = sum;
      term *= x * x / odd;
      sum += term;
    }
    double density = StrictMath.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    return Math.max(0, Math.min(1, 0.5 + sum * density));
  }
}

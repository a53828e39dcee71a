package io.ibench.random;

/**
 * Lengths of payloads, in bytes: log-normally distributed, rounded to the nearest whole number,
 * then clamped to min .. max. Immutable.
 *
 * <p>Drawn by inverting the distribution function. A table has its values for the shorter lengths,
 * so that most draws need no logarithm; the few longer lengths are found by bisection. Both use the
 * same values, so the table's size has no influence on the drawn lengths.
 */
public final class LogNormalLength {
  /** Farther from the mean, the normal distribution is 0 or 1 in double precision. */
  private static final double FAR = 8.5;

  /** With a median of 128 and a sigma of 1, one length in 3,800 is longer. */
  private static final int LONGEST_TABLE = 4096;

  private static final int UNIFORM_BITS = 53;
  private static final int GUIDE_BITS = 10;

  private final double logOfMedian;
  private final double sigma;
  private final int min;
  private final int max;

  /** By length above min: uniform numbers below this give at most that length. */
  private final long[] limits;

  /** By the first bits of a uniform number: the shortest length above min that it may give. */
  private final int[] guide = new int[1 << GUIDE_BITS];

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
    this.limits = new long[Math.min(max - min, LONGEST_TABLE)];
    for (int above = 0; above < limits.length; above++) {
      limits[above] = limit(min + above);
    }
    fillGuide();
  }

  private void fillGuide() {
    int above = 0;
    for (int first = 0; first < guide.length; first++) {
      long uniform = (long) first << (UNIFORM_BITS - GUIDE_BITS);
      while (above < limits.length && uniform >= limits[above]) {
        above++;
      }
      guide[first] = above;
    }
  }

  private long limit(int length) {
    return (long) Math.ceil(cdf(length + 0.5) * (1L << UNIFORM_BITS));
  }

  /** A length in bytes, from min to max. */
  public int draw(Random64 random) {
    long uniform = random.nextLong() >>> (Long.SIZE - UNIFORM_BITS);
    int above = guide[(int) (uniform >>> (UNIFORM_BITS - GUIDE_BITS))];
    while (above < limits.length && uniform >= limits[above]) {
      above++;
    }
    return above < limits.length ? min + above : longer(uniform);
  }

  /** The length for a uniform number above the table. */
  private int longer(long uniform) {
    int low = min + limits.length;
    int high = max;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (uniform < limit(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * The log-normal distribution function: the share of lengths up to this one, before rounding and
   * clamping. The share of drawn lengths up to k, below max, is cdf(k + 0.5).
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

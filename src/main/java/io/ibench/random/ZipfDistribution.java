package io.ibench.random;

/**
 * Zipf's law: rank r has a probability proportional to (r + 1)^-shape. Draws use the approximate
 * quantile of Gray et al., "Quickly generating billion-record synthetic databases", SIGMOD 1994,
 * section 3.2: exact for the two most probable ranks, a continuous power law for the others. The
 * share of draws up to a rank differs from {@link #cdf}, the exact law, by less than 0.01 for
 * shapes up to 0.8 and millions of ranks, and by up to 0.025 for steeper shapes or few ranks. A
 * draw costs one logarithm and one exponential at most.
 */
public final class ZipfDistribution implements Distribution {
  /** The number of terms summed exactly; the error of the rest is below 1e-12 of the sum. */
  private static final int EXACT_TERMS = 1024;

  /** Closer to 1 the quantile loses too many digits. */
  private static final double NEAREST_TO_ONE = 1e-6;

  private final long size;
  private final double shape;
  private final double zeta;
  private final double zetaOfTwo;
  private final double alpha;
  private final double eta;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @param shape the skew, above 0; 1 is not possible (nor a shape within 1e-6 of it)
   * @throws IllegalArgumentException if n or shape is out of range
   */
  public ZipfDistribution(long n, double shape) {
    this.size = UniformDistribution.requireSize(n);
    this.shape = requireShape(shape);
    this.zeta = zeta(n, shape);
    this.zetaOfTwo = zeta(2, shape);
    this.alpha = 1 / (1 - shape);
    // 1 - (2/n)^(1-shape), written so that nothing cancels when the shape is near 1.
    double body = -StrictMath.expm1((1 - shape) * StrictMath.log(2.0 / n));
    this.eta = body / (1 - zetaOfTwo / zeta);
  }

  private static double requireShape(double shape) {
    if (!(shape > 0) || Double.isInfinite(shape)) {
      throw new IllegalArgumentException(
          "the shape of a Zipf distribution must be above 0: " + shape);
    }
    if (Math.abs(shape - 1) < NEAREST_TO_ONE) {
      throw new IllegalArgumentException(
          "the shape of a Zipf distribution must not be 1, for which there is no quantile formula;"
              + " take 0.99 or 1.01: "
              + shape);
    }
    return shape;
  }

  /**
   * The generalised harmonic number: the sum of k^-shape for k = 1 .. n. Sums the first terms and
   * uses the Euler-Maclaurin formula for the others, so that any n takes microseconds.
   *
   * @throws IllegalArgumentException if n or shape is out of range
   */
  public static double zeta(long n, double shape) {
    UniformDistribution.requireSize(n);
    requireShape(shape);
    long terms = Math.min(n, EXACT_TERMS);
    double rest = n == terms ? 0 : sumAbove(terms, n, shape);
    double sum = 0;
    for (long k = terms; k >= 1; k--) {
      sum += StrictMath.pow(k, -shape);
    }
    return sum + rest;
  }

  /**
   * The sum of k^-s for k = from + 1 .. to; the formula's next term is of the order from^(-s-5).
   */
  private static double sumAbove(double from, double to, double s) {
    double atFrom = StrictMath.pow(from, -s);
    double atTo = StrictMath.pow(to, -s);
    // (to^(1-s) - from^(1-s)) / (1-s), written so that nothing cancels when s is near 1.
    double integral =
        from * atFrom * StrictMath.expm1((1 - s) * StrictMath.log(to / from)) / (1 - s);
    double ends = (atTo - atFrom) / 2;
    double first = s / 12 * (atFrom / from - atTo / to);
    double third =
        s * (s + 1) * (s + 2) / 720 * (atFrom / (from * from * from) - atTo / (to * to * to));
    return integral + ends + first - third;
  }

  @Override
  public long draw(Random64 random) {
    return quantile(random.nextDouble());
  }

  /** The rank at the share p (0 .. 1) of the distribution. */
  public long quantile(double p) {
    double scaled = p * zeta;
    if (scaled < 1 || size == 1) {
      return 0;
    }
    if (scaled < zetaOfTwo || size == 2) {
      return 1;
    }
    // (eta p - eta + 1)^alpha; StrictMath.pow allocates, and Math.pow differs between platforms.
    double fraction = StrictMath.exp(alpha * StrictMath.log1p(eta * (p - 1)));
    long rank = (long) (size * fraction);
    // Rounding may leave the range by one at either end.
    return Math.min(Math.max(rank, 2), size - 1);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public double cdf(long rank) {
    if (rank < 0) {
      return 0;
    }
    return rank >= size - 1 ? 1 : zeta(rank + 1, shape) / zeta;
  }
}

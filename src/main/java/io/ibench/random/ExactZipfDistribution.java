package io.ibench.random;

/**
 * Zipf's law, drawn exactly: rank r has a probability proportional to (r + 1)^-exponent. Any
 * exponent from 0 on, 1 included; 0 is the uniform distribution.
 *
 * <p>Rejection-inversion: Hoermann and Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions", ACM TOMACS 6 (1996). A draw inverts the integral of x^-exponent
 * and is repeated in less than 15 % of the cases. {@link ZipfDistribution} is the approximation
 * that other benchmarks use.
 */
public final class ExactZipfDistribution implements Distribution {

  /** The number of terms summed exactly; the error of the rest is below 1e-12 of the sum. */
  private static final int EXACT_TERMS = 1024;

  /** Below it, two terms of a series have all digits of a double. */
  private static final double SMALL = 1e-8;

  private final long size;
  private final double exponent;
  private final double first;
  private final double last;
  private final double alwaysAccepted;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @param exponent the skew, 0 or more
   * @throws IllegalArgumentException if n or exponent is out of range
   */
  public ExactZipfDistribution(long n, double exponent) {
    this.size = UniformDistribution.requireSize(n);
    if (!(exponent >= 0) || Double.isInfinite(exponent)) {
      throw new IllegalArgumentException(
          "the exponent of a Zipf distribution must be 0 or more: " + exponent);
    }
    this.exponent = exponent;
    this.first = integral(1.5) - 1;
    this.last = integral(n + 0.5);
    this.alwaysAccepted = 2 - inverse(integral(2.5) - density(2));
  }

  @Override
  public long draw(Random64 random) {
    while (true) {
      double area = last + random.nextDouble() * (first - last);
      double x = inverse(area);
      long k = Math.min(Math.max((long) (x + 0.5), 1), size);
      if (k - x <= alwaysAccepted || area >= integral(k + 0.5) - density(k)) {
        return k - 1;
      }
    }
  }

  /** x^-exponent; StrictMath.pow allocates, and Math.pow differs between platforms. */
  private double density(double x) {
    return StrictMath.exp(-exponent * StrictMath.log(x));
  }

  /** The integral of the density from 1 to x: (x^(1-e) - 1) / (1-e), and log x for e = 1. */
  private double integral(double x) {
    double log = StrictMath.log(x);
    return log * expm1Quotient((1 - exponent) * log);
  }

  private double inverse(double area) {
    double power = Math.max(area * (1 - exponent), -1);
    return StrictMath.exp(area * log1pQuotient(power));
  }

  /** (e^x - 1) / x. */
  private static double expm1Quotient(double x) {
    return Math.abs(x) > SMALL ? StrictMath.expm1(x) / x : 1 + x / 2;
  }

  /** log(1 + x) / x. */
  private static double log1pQuotient(double x) {
    return Math.abs(x) > SMALL ? StrictMath.log1p(x) / x : 1 - x / 2;
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
    return rank >= size - 1 ? 1 : harmonic(rank + 1) / harmonic(size);
  }

  /** The sum of k^-exponent for k = 1 .. n: the first terms, then the Euler-Maclaurin formula. */
  private double harmonic(long n) {
    long terms = Math.min(n, EXACT_TERMS);
    double sum = n == terms ? 0 : sumAbove(terms, n);
    for (long k = terms; k >= 1; k--) {
      sum += density(k);
    }
    return sum;
  }

  private double sumAbove(double from, double to) {
    double atFrom = density(from);
    double atTo = density(to);
    double ends = (atTo - atFrom) / 2;
    double derivative = exponent / 12 * (atFrom / from - atTo / to);
    return integral(to) - integral(from) + ends + derivative;
  }
}

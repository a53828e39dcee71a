package io.ibench.random;

/**
 * A normal distribution that is cut at both ends, as pgbench's random_gaussian: the first and the
 * last rank are so many standard deviations from the middle, whose ranks are the most probable
 * ones. Drawn by Marsaglia's polar method.
 */
public final class NormalDistribution implements Distribution {

  /** pgbench's smallest parameter. */
  public static final double MIN_DEVIATIONS = 2;

  private final long size;
  private final double deviations;

  /** The share of the uncut distribution between 0 and its end. */
  private final double half;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @param deviations standard deviations from the middle to each end, 2 or more
   * @throws IllegalArgumentException if n or deviations is out of range
   */
  public NormalDistribution(long n, double deviations) {
    this.size = UniformDistribution.requireSize(n);
    if (!(deviations >= MIN_DEVIATIONS) || Double.isInfinite(deviations)) {
      throw new IllegalArgumentException(
          "a normal distribution is cut at 2 or more standard deviations: " + deviations);
    }
    this.deviations = deviations;
    this.half = fromZero(deviations);
  }

  @Override
  public long draw(Random64 random) {
    double z;
    do {
      z = standard(random);
    } while (z < -deviations || z >= deviations);
    double share = (z + deviations) / (2 * deviations);
    return Math.min((long) (size * share), size - 1);
  }

  /** Draws a standard normal number. */
  private static double standard(Random64 random) {
    while (true) {
      double x = 2 * random.nextDouble() - 1;
      double y = 2 * random.nextDouble() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
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
    if (rank >= size - 1) {
      return 1;
    }
    double z = deviations * (2 * ((rank + 1) / (double) size) - 1);
    return 0.5 + fromZero(z) / (2 * half);
  }

  /**
   * The share of the standard normal distribution between 0 and z, negative for a negative z:
   * density(z) (z + z^3/3 + z^5/15 + ...). Beyond 8 the rest is below the digits of a double.
   */
  private static double fromZero(double z) {
    double x = Math.min(Math.max(z, -8), 8);
    double term = x;
    double sum = x;
    for (int k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
      term *= x * x / k;
      sum += term;
    }
    return sum * StrictMath.exp(-x * x / 2) / StrictMath.sqrt(2 * Math.PI);
  }
}

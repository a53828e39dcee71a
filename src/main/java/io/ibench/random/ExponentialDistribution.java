package io.ibench.random;

/**
 * An exponential distribution that is cut at the last rank, as pgbench's random_exponential: rank r
 * of n has the share of x from r / n to (r + 1) / n in the density exp(-parameter x) on [0, 1).
 */
public final class ExponentialDistribution implements Distribution {

  private final long size;
  private final double parameter;

  /** 1 - exp(-parameter): the share of the density that is not cut. */
  private final double kept;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @param parameter above 0; the first rank of many has about parameter / n of the draws
   * @throws IllegalArgumentException if n or parameter is out of range
   */
  public ExponentialDistribution(long n, double parameter) {
    this.size = UniformDistribution.requireSize(n);
    if (!(parameter > 0) || Double.isInfinite(parameter)) {
      throw new IllegalArgumentException(
          "the parameter of an exponential distribution must be above 0: " + parameter);
    }
    this.parameter = parameter;
    this.kept = -StrictMath.expm1(-parameter);
  }

  @Override
  public long draw(Random64 random) {
    double share = -StrictMath.log1p(-kept * random.nextDouble()) / parameter;
    return Math.min((long) (size * share), size - 1);
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
    return rank >= size - 1
        ? 1
        : -StrictMath.expm1(-parameter * ((rank + 1) / (double) size)) / kept;
  }
}

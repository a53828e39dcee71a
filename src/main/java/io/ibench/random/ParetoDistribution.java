package io.ibench.random;

/**
 * The Pareto principle: the first share h of the ranks gets the share 1 - h of the draws, in every
 * prefix of the ranks again. It is n u^p with p = log h / log(1 - h) and u uniform in [0, 1), as
 * sysbench's rand-type pareto.
 */
public final class ParetoDistribution implements Distribution {

  private final long size;
  private final double power;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @param h the share of the ranks that gets the share 1 - h of the draws; above 0 and below 1
   * @throws IllegalArgumentException if n or h is out of range
   */
  public ParetoDistribution(long n, double h) {
    this.size = UniformDistribution.requireSize(n);
    if (!(h > 0 && h < 1)) {
      throw new IllegalArgumentException(
          "h of a Pareto distribution is not above 0, below 1: " + h);
    }
    this.power = StrictMath.log(h) / StrictMath.log1p(-h);
  }

  @Override
  public long draw(Random64 random) {
    double share = StrictMath.exp(power * StrictMath.log(random.nextDouble()));
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
        : StrictMath.exp(StrictMath.log((rank + 1) / (double) size) / power);
  }
}

package io.ibench.random;

/**
 * The default of sysbench 1.0, rand-type special: 75 % of the draws fall into three quarters of the
 * middle 1 % of the ranks, the others into a bell over all ranks. The middle ranks are the most
 * probable ones.
 *
 * <p>Its narrow hot zone makes many rows equal; take it only to repeat results of sysbench 1.0.
 */
public final class SpecialDistribution implements Distribution {

  private static final double HOT_RANKS = 0.01;
  private static final double HOT_DRAWS = 0.75;

  private final long size;

  /** The width of the hot zone before its lower quarter is left out. */
  private final double width;

  private final double start;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @throws IllegalArgumentException if n is out of range
   */
  public SpecialDistribution(long n) {
    this.size = UniformDistribution.requireSize(n);
    double span = n - 1.0;
    this.width = span * HOT_RANKS + 1;
    this.start = span / 2 - span * HOT_RANKS / 2;
  }

  @Override
  public long draw(Random64 random) {
    double u = random.nextDouble();
    double drawn =
        u < 1 - HOT_DRAWS
            ? (size - 1.0) * GaussianDistribution.meanOfUniform(random)
            : u * width + start;
    return Math.min((long) drawn, size - 1);
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
    double bell = GaussianDistribution.cdfOfMean((rank + 1) / (size - 1.0));
    double below = Math.min(Math.max((rank + 1 - start) / width, 1 - HOT_DRAWS), 1);
    return (1 - HOT_DRAWS) * bell + below - (1 - HOT_DRAWS);
  }
}

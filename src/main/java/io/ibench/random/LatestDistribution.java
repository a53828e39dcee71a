package io.ibench.random;

/** Another distribution read from its end: the last rank is the most probable one. */
public final class LatestDistribution implements Distribution {

  private final Distribution ages;

  /**
   * @param ages how many ranks before the last one a draw is
   */
  public LatestDistribution(Distribution ages) {
    this.ages = ages;
  }

  @Override
  public long draw(Random64 random) {
    return ages.size() - 1 - ages.draw(random);
  }

  @Override
  public long size() {
    return ages.size();
  }

  @Override
  public double cdf(long rank) {
    return 1 - ages.cdf(ages.size() - 2 - rank);
  }
}

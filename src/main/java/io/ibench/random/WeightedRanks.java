package io.ibench.random;

/**
 * Draws ranks in proportion to their weights from a distribution of counts: rank 0 has the largest
 * weight. With measured accesses per object as counts, an object is drawn as often as it was
 * accessed. Exact; a draw is a binary search over the distribution's points.
 */
public final class WeightedRanks implements Distribution {
  private final long size;

  /** By group of ranks with the same weight above 0, the largest weight first. */
  private final long[] firstRanks;

  private final long[] weights;

  /** The sum of the weights of all previous groups; one more entry than there are groups. */
  private final long[] sumsBefore;

  /**
   * @param counts the weights of ranks, by {@link PiecewiseCdf#quantileOfRank}
   * @param n number of ranks, 1 .. 2^62
   * @param midpoint as in {@link PiecewiseCdf#share(long, long, boolean)}
   * @throws IllegalArgumentException if n is out of range, or no rank has a weight above 0
   * @throws ArithmeticException if the sum of the weights exceeds a long
   */
  public WeightedRanks(PiecewiseCdf counts, long n, boolean midpoint) {
    size = n;
    long[] ranks = counts.ranksPerPoint(n, midpoint);
    int groups = 0;
    for (int point = 0; point < ranks.length; point++) {
      groups += ranks[point] > 0 && counts.value(point) > 0 ? 1 : 0;
    }
    if (groups == 0) {
      throw new IllegalArgumentException("of " + n + " ranks none has a weight above 0");
    }
    firstRanks = new long[groups];
    weights = new long[groups];
    sumsBefore = new long[groups + 1];
    long rank = 0;
    int group = 0;
    for (int point = ranks.length - 1; group < groups; point--) {
      if (ranks[point] > 0) {
        firstRanks[group] = rank;
        weights[group] = counts.value(point);
        long sum = Math.multiplyExact(ranks[point], counts.value(point));
        sumsBefore[group + 1] = Math.addExact(sumsBefore[group], sum);
        rank += ranks[point];
        group++;
      }
    }
  }

  @Override
  public long draw(Random64 random) {
    long drawn = random.nextLong(sumsBefore[weights.length]);
    int group = groupOf(sumsBefore, drawn);
    return firstRanks[group] + (drawn - sumsBefore[group]) / weights[group];
  }

  /** The last group whose bound is at most this number. */
  private int groupOf(long[] bounds, long number) {
    int low = 0;
    int high = weights.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (bounds[middle] <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
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
    int group = groupOf(firstRanks, rank);
    long sum = sumsBefore[group] + (rank - firstRanks[group] + 1) * weights[group];
    long total = sumsBefore[weights.length];
    return Math.min(sum, sumsBefore[group + 1]) / (double) total;
  }
}

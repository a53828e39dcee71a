package io.ibench.workload.custom;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;

/**
 * A share of the draws goes to the first ranks, the others go to the other ranks; within both, each
 * is equally likely. Immutable.
 *
 * @param hot how many ranks are hot: at least 1, at most {@code size - 1}
 * @param share of the draws that go to them, above 0 and below 1
 */
record HotSpot(long size, long hot, double share) implements Distribution {

  @Override
  public long draw(Random64 random) {
    return random.nextDouble() < share ? random.nextLong(hot) : hot + random.nextLong(size - hot);
  }

  @Override
  public double cdf(long rank) {
    if (rank < 0) {
      return 0;
    }
    if (rank < hot) {
      return share * (rank + 1) / hot;
    }
    return rank >= size - 1 ? 1 : share + (1 - share) * (rank + 1 - hot) / (size - hot);
  }
}

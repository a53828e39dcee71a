package io.ibench.workload.linkbench;

/**
 * One degree for all ids except some special ones, which have more links. The special ids rank
 * first, the highest id before all others, then all ordinary ids.
 */
final class SpecialDegrees implements Outdegrees {

  private final long startId;
  private final long ids;
  private final long min;
  private final SpecialIds special;

  /**
   * @param startId the first id
   * @param min the links of an id that is not special
   */
  SpecialDegrees(long startId, long ids, long min, SpecialIds special) {
    this.startId = startId;
    this.ids = ids;
    this.min = min;
    this.special = special;
  }

  @Override
  public long ids() {
    return ids;
  }

  @Override
  public long of(long offset) {
    long id = startId + offset;
    long number = special.below(id);
    boolean isSpecial = number < special.count() && special.id(number) == id;
    return isSpecial ? Math.addExact(min, special.extra(number)) : min;
  }

  @Override
  public long ofRank(long rank) {
    return rank < special.count()
        ? Math.addExact(min, special.extra(special.count() - 1 - rank))
        : min;
  }

  @Override
  public long offset(long rank) {
    return rank < special.count()
        ? special.id(special.count() - 1 - rank) - startId
        : offsetOfOrdinary(rank - special.count());
  }

  /** The offset of the n-th id, from 0, that is not special. */
  private long offsetOfOrdinary(long n) {
    long low = n;
    long high = n + special.count();
    while (low < high) {
      long middle = low + (high - low) / 2;
      long ordinaryUpToMiddle = middle + 1 - special.below(startId + middle + 1);
      if (ordinaryUpToMiddle > n) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}

package io.ibench.workload.linkbench;

/**
 * How many links each id has, of all types together. Ids are ranked by it: rank 0 has the most
 * links. Immutable, shared by all threads; allocates only in {@link #eachGroup}.
 */
interface Outdegrees {

  /** How many ids there are; offsets and ranks are 0 .. ids - 1. */
  long ids();

  /** Links of the id at this offset from the first one. */
  long of(long offset);

  /** Links of a rank; never more for a higher rank. */
  long ofRank(long rank);

  /** The offset of the id with this rank, one to one. */
  long offset(long rank);

  /** Receives the groups of ranks with equally many links. */
  interface GroupVisitor {
    void group(long links, long ranks);
  }

  /**
   * Visits all ranks in order, each group of ranks with equally many links once. Takes time in
   * proportion to the number of different degrees.
   */
  default void eachGroup(GroupVisitor visitor) {
    long rank = 0;
    while (rank < ids()) {
      long links = ofRank(rank);
      long end = endOfGroup(rank, links);
      visitor.group(links, end - rank);
      rank = end;
    }
  }

  /** The first rank after {@code rank} with fewer links: strides double, then are halved. */
  private long endOfGroup(long rank, long links) {
    long low = rank;
    long stride = 1;
    while (stride < ids() - low && ofRank(low + stride) == links) {
      low += stride;
      stride *= 2;
    }
    long high = low + Math.min(stride, ids() - low);
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (ofRank(middle) == links) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}

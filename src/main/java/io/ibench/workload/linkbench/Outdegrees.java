package io.ibench.workload.linkbench;

/**
 * How many links each id has, of all types together. Ids are ranked by it: rank 0 has the most
 * links. Immutable, shared by all threads; no allocation but in {@link #eachGroup}.
 */
interface Outdegrees {

  /** How many ids there are; offsets and ranks are 0 .. ids - 1. */
  long ids();

  /** Links of the id at this offset from the first one. */
  long of(long offset);

  /** Links of a rank; never more for a higher rank. */
  long ofRank(long rank);

  /** The offset of the id with this rank; every rank has its own. */
  long offset(long rank);

  /** Takes the groups of ranks that have equally many links. */
  interface GroupVisitor {
    void group(long links, long ranks);
  }

  /**
   * Visits groups, not ids: all ranks in order, neighbours with equally many links at once. Its
   * time grows with the number of different degrees.
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

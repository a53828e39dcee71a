package io.ibench.workload.linkbench;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/**
 * How many links each id has, of each type. Immutable, shared by all threads; no allocation.
 *
 * <p>Ids are ranked by degree: rank 0 has the most links.
 */
final class Degrees {

  /** The ancestor's shuffle of links, from its source. */
  static final long SHUFFLE_SEED = 20343988438726021L;

  static final int SHUFFLE_GROUPS = 1024;

  private final Outdegrees outdegrees;
  private final Compat compat;
  private final int types;
  private final Totals totals;

  /**
   * Counts all links, in a time that grows with the number of different degrees.
   *
   * @param compat whose way of sharing an id's links out to the types
   * @throws ArithmeticException if there are more links than a long can count
   */
  Degrees(Outdegrees outdegrees, Compat compat, int types) {
    this.outdegrees = outdegrees;
    this.compat = compat;
    this.types = types;
    this.totals = count();
  }

  /** Links of an id. */
  long links(long offset, int type) {
    return split(outdegrees.of(offset), type);
  }

  /** Links of a rank; never more for a higher rank or type. */
  long linksOfRank(long rank, int type) {
    return split(outdegrees.ofRank(rank), type);
  }

  /** The offset of the id with the given rank. */
  long offset(long rank) {
    return outdegrees.offset(rank);
  }

  /**
   * An id's links shared out to its types. Facebook's code computes the remainder as total - total
   * / types, which gives most types one too many; the maintained fork has no remainder, but at
   * least one link of each type.
   */
  private long split(long total, int type) {
    long each = total / types;
    return switch (compat) {
      case NONE -> type < total % types ? each + 1 : each;
      case UPSTREAM -> type < total - each ? each + 1 : each;
      case FORK -> Math.max(1, each);
    };
  }

  int types() {
    return types;
  }

  long ids() {
    return outdegrees.ids();
  }

  /** Exact rows that a load makes. */
  record Totals(long links, long counts) {}

  Totals totals() {
    return totals;
  }

  private Totals count() {
    long[] sums = new long[2];
    outdegrees.eachGroup(
        (total, ranks) -> {
          for (int type = 0; type < types; type++) {
            long links = split(total, type);
            sums[0] = Math.addExact(sums[0], Math.multiplyExact(links, ranks));
            sums[1] = Math.addExact(sums[1], links > 0 ? ranks : 0);
          }
        });
    return new Totals(sums[0], sums[1]);
  }

  /** How many ranks, from 0, have more than {@code most} links of some type. */
  long ranksAbove(long most) {
    long low = 0;
    long high = ids();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (linksOfRank(middle, 0) > most) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

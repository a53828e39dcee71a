package io.ibench.workload.linkbench;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/**
 * How many links each id has, of each type. Immutable, shared by all threads; does not allocate.
 *
 * <p>Ids are ranked by degree: rank 0 has the most links.
 */
final class Degrees {

  /** The seed of the ancestor's shuffle of links, from its source. */
  static final long SHUFFLE_SEED = 20343988438726021L;

  static final int SHUFFLE_GROUPS = 1024;

  private final Outdegrees outdegrees;
  private final Compat compat;
  private final int types;
  private final Totals totals;

  /**
   * Counts all links, in a time proportional to the number of different degrees.
   *
   * @param compat which rule divides an id's links among the types
   * @throws ArithmeticException if the number of links exceeds a long
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
   * Divides an id's links among its types. Facebook's code computes the remainder as total - total
   * / types, which gives most types one link too many; the maintained fork drops the remainder, and
   * gives each type at least one link.
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

  /** The exact numbers of rows that a load inserts. */
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

  /** How many ranks, from 0, have more than {@code links} links of some type. */
  long ranksAbove(long links) {
    long low = 0;
    long high = ids();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (linksOfRank(middle, 0) > links) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

package io.ibench.workload.linkbench;

import io.ibench.random.PiecewiseCdf;
import io.ibench.random.Shuffler;

/**
 * How many links each id has, of each type. Immutable, shared by all threads; no allocation.
 *
 * <p>Ids are ranked by degree: rank 0 has the most links, and the rank of an id is its inverse
 * shuffle, so that degrees are spread over the ids.
 */
final class Degrees {

  /** The ancestor's shuffle of links, from its source. */
  static final long SHUFFLE_SEED = 20343988438726021L;

  static final int SHUFFLE_GROUPS = 1024;

  private final PiecewiseCdf cdf;
  private final long ids;
  private final boolean midpoint;
  private final boolean inflated;
  private final int types;
  private final Shuffler shuffler;

  /**
   * @param midpoint a rank takes the quantile in the middle of its share, so that the tail scales
   *     with the number of ids; otherwise at its upper end, so that rank 0 takes the largest value
   * @param inflated split over types as the ancestor does
   */
  Degrees(PiecewiseCdf cdf, long ids, boolean midpoint, boolean inflated, int types) {
    this.cdf = cdf;
    this.ids = ids;
    this.midpoint = midpoint;
    this.inflated = inflated;
    this.types = types;
    this.shuffler = new Shuffler(ids, SHUFFLE_SEED, SHUFFLE_GROUPS);
  }

  /** Links of an id. */
  long links(long offset, int type) {
    return linksOfRank(shuffler.invert(offset), type);
  }

  /** Links of a rank; never more for a higher rank or type. */
  long linksOfRank(long rank, int type) {
    return split(cdf.quantileOfRank(rank, ids, midpoint), type);
  }

  /** The offset of the id with the given rank. */
  long offset(long rank) {
    return shuffler.permute(rank);
  }

  /**
   * An id's links shared out to its types. The ancestor computes the remainder as total - total /
   * types, which gives most types one too many.
   */
  private long split(long total, int type) {
    long each = total / types;
    long remainder = inflated ? total - each : total % types;
    return type < remainder ? each + 1 : each;
  }

  int types() {
    return types;
  }

  long ids() {
    return ids;
  }

  /** Exact rows that a load makes. */
  record Totals(long links, long counts) {}

  /** Counts rows without visiting ids: all ranks of one point of the distribution are alike. */
  Totals totals() {
    long[] ranks = cdf.ranksPerPoint(ids, midpoint);
    long links = 0;
    long counts = 0;
    for (int point = 0; point < ranks.length; point++) {
      for (int type = 0; type < types; type++) {
        long each = split(cdf.value(point), type);
        links = Math.addExact(links, Math.multiplyExact(each, ranks[point]));
        counts += each > 0 ? ranks[point] : 0;
      }
    }
    return new Totals(links, counts);
  }

  /** How many ranks, from 0, have more than {@code most} links of some type. */
  long ranksAbove(long most) {
    long low = 0;
    long high = ids;
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

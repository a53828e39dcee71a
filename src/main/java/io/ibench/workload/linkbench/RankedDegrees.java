package io.ibench.workload.linkbench;

import io.ibench.random.PiecewiseCdf;
import io.ibench.random.Shuffler;
import io.ibench.random.ZipfDistribution;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Degrees as a function of the rank, either shuffled over the ids or in their order. */
final class RankedDegrees implements Outdegrees {

  private final long ids;
  private final LongUnaryOperator ofRank;
  private final Optional<Shuffler> shuffler;

  private RankedDegrees(long ids, LongUnaryOperator ofRank, Optional<Shuffler> shuffler) {
    this.ids = ids;
    this.ofRank = ofRank;
    this.shuffler = shuffler;
  }

  private static RankedDegrees shuffled(long ids, LongUnaryOperator ofRank) {
    Shuffler shuffler = new Shuffler(ids, Degrees.SHUFFLE_SEED, Degrees.SHUFFLE_GROUPS);
    return new RankedDegrees(ids, ofRank, Optional.of(shuffler));
  }

  /**
   * As measured: each rank gets its quantile.
   *
   * @param midpoint true: a rank gets the quantile in the middle of its share, so that the tail
   *     scales with the number of ids; false: at its upper end, so that rank 0 gets the largest
   *     value
   */
  static RankedDegrees measured(PiecewiseCdf cdf, long ids, boolean midpoint) {
    return shuffled(ids, rank -> cdf.quantileOfRank(rank, ids, midpoint));
  }

  /** Every id has {@code mean} links, rounded. */
  static RankedDegrees uniform(long ids, double mean) {
    long links = Math.round(mean);
    return shuffled(ids, rank -> links);
  }

  /** Each rank has the expectation of Zipf's law, rounded, for {@code mean} links on average. */
  static RankedDegrees zipf(long ids, double shape, double mean) {
    double first = mean * ids / ZipfDistribution.zeta(ids, shape);
    return shuffled(
        ids, rank -> Math.round(first * StrictMath.exp(-shape * StrictMath.log(rank + 1.0))));
  }

  /** Every id has as many links, and ranks are in the order of ids. */
  static RankedDegrees constant(long ids, long links) {
    return new RankedDegrees(ids, rank -> links, Optional.empty());
  }

  @Override
  public long ids() {
    return ids;
  }

  @Override
  public long of(long offset) {
    return ofRank.applyAsLong(shuffler.isPresent() ? shuffler.get().invert(offset) : offset);
  }

  @Override
  public long ofRank(long rank) {
    return ofRank.applyAsLong(rank);
  }

  @Override
  public long offset(long rank) {
    return shuffler.isPresent() ? shuffler.get().permute(rank) : rank;
  }
}

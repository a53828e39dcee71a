package io.ibench.random;

/**
 * A distribution over the ranks 0 .. size - 1. The first rank is the most probable one, unless the
 * class says otherwise. Immutable; a draw does not allocate.
 */
public interface Distribution {

  /** A rank from 0 to size - 1. */
  long draw(Random64 random);

  /** The number of ranks, at least 1. */
  long size();

  /**
   * The share of draws up to this rank: 0 below rank 0, 1 from the last rank on. Not for the hot
   * path.
   */
  double cdf(long rank);
}

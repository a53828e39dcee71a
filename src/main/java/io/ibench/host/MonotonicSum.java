package io.ibench.host;

/**
 * Keeps a sum over processes from falling when one leaves it for good without its parent having
 * collected it: the sum goes on growing from where it stood. What a sum lacks because processes
 * came and went while it was taken is no such loss, as their parent has it the next time. Where
 * other processes take the place of all, their sum is added to what there was. Not thread-safe.
 */
final class MonotonicSum {

  private long previous;
  private long lost;

  /**
   * The sum so far.
   *
   * @param resolved no process may be missing in {@code sum}
   */
  long next(long sum, boolean resolved) throws ProcException {
    if (sum < previous && resolved) {
      lost = ExactMath.sum(lost, previous - sum);
    }
    previous = resolved ? sum : Math.max(previous, sum);
    return ExactMath.sum(previous, lost);
  }

  /** The next sum is of processes of which none is in those so far. */
  void restart() throws ProcException {
    lost = ExactMath.sum(lost, previous);
    previous = 0;
  }
}

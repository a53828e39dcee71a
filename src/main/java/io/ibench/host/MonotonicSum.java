package io.ibench.host;

/**
 * Keeps a sum over processes from falling when a process ends and its parent does not collect its
 * figures: the sum continues from its last value. A sum that is incomplete because processes ended
 * while it was taken is no loss, as their parent has the figures at the next reading. When other
 * processes replace all, their sum is added. Not thread-safe.
 */
final class MonotonicSum {

  private long previous;
  private long lost;

  /**
   * The monotonic sum so far.
   *
   * @param complete whether {@code sum} includes every process
   */
  long next(long sum, boolean complete) throws ProcException {
    if (sum < previous && complete) {
      lost = ExactMath.sum(lost, previous - sum);
    }
    previous = complete ? sum : Math.max(previous, sum);
    return ExactMath.sum(previous, lost);
  }

  /** All following sums are over other processes. */
  void restart() throws ProcException {
    lost = ExactMath.sum(lost, previous);
    previous = 0;
  }
}

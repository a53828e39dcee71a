package io.ibench.host;

/**
 * Keeps a sum over processes from falling when one leaves it for good without its parent having
 * collected it: the sum goes on growing from where it stood. Not thread-safe.
 */
final class Rising {

  private long previous;
  private long lost;

  long next(long sum) throws ProcException {
    if (sum < previous) {
      lost = Exact.sum(lost, previous - sum);
    }
    previous = sum;
    return Exact.sum(sum, lost);
  }
}

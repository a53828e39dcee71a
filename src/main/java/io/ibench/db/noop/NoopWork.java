package io.ibench.db.noop;

/**
 * What a statement of noop costs beside the call: rounds of a loop that needs no memory, and whose
 * result nobody can know without them. Immutable.
 *
 * @param rounds of each statement; 0: nothing
 */
record NoopWork(long rounds) {

  /** The constants of Knuth's MMIX generator, Art of Computer Programming 2, 3.3.4, line 26. */
  private static final long MULTIPLIER = 6364136223846793005L;

  private static final long INCREMENT = 1442695040888963407L;

  static final NoopWork NOTHING = new NoopWork(0);

  /**
   * Computes.
   *
   * @return what the caller must keep, so that the loop is not optimised away
   */
  long compute(long start) {
    long x = start;
    for (long left = rounds; left > 0; left--) {
      x = x * MULTIPLIER + INCREMENT;
    }
    return x;
  }
}

package io.ibench.workload.ycsb;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The numbers of new rows, in turn, and the number up to which all inserts have ended. Thread-safe;
 * only inserts write here. A number whose insert failed, or that was drawn when the step ended, is
 * not used again.
 */
final class KeySequence {

  private static final long NONE = Long.MAX_VALUE;

  /** A worker's slot has a cache line of its own. */
  private static final int STRIDE = 16;

  private final AtomicLong next;
  private final AtomicLongArray unfinished;
  private final int workers;

  /**
   * @param first the first new number
   */
  KeySequence(long first, int workers) {
    this.next = new AtomicLong(first);
    this.workers = workers;
    this.unfinished = new AtomicLongArray(workers * STRIDE);
    for (int i = 0; i < workers; i++) {
      unfinished.set(i * STRIDE, NONE);
    }
  }

  /** A new number. The worker first says that one from the next on is unfinished. */
  long take(int worker) {
    unfinished.set(worker * STRIDE, next.get());
    long taken = next.getAndIncrement();
    unfinished.set(worker * STRIDE, taken);
    return taken;
  }

  /** The worker's insert has ended, with a row or without. */
  void ended(int worker) {
    unfinished.set(worker * STRIDE, NONE);
  }

  /** The inserts of all lower numbers have ended. */
  long limit() {
    long limit = next.get();
    for (int i = 0; i < workers; i++) {
      limit = Math.min(limit, unfinished.get(i * STRIDE));
    }
    return limit;
  }

  /** The next new number. */
  long next() {
    return next.get();
  }
}

package io.ibench.engine;

/**
 * Tells workers to start no more operations. Thread-safe: any thread sets it; each worker checks it
 * before every operation.
 */
final class StopFlag {

  private long nanos;
  private volatile boolean set;

  /** A second call changes nothing. */
  synchronized void set(long nowNanos) {
    if (!set) {
      nanos = nowNanos;
      set = true;
    }
  }

  /**
   * Called before every operation of every worker: a volatile read of a field that seldom changes.
   */
  boolean isSet() {
    return set;
  }

  /** When it was set. Only after {@link #isSet}. */
  long nanos() {
    return nanos;
  }
}

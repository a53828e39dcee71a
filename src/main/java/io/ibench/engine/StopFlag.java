package io.ibench.engine;

/**
 * Tells workers to start nothing more. Anybody sets it, once; each worker looks at it before every
 * operation.
 */
final class StopFlag {

  private long nanos;
  private volatile boolean set;

  /** From now on; a second call changes nothing. */
  synchronized void set(long nowNanos) {
    if (!set) {
      nanos = nowNanos;
      set = true;
    }
  }

  /** Called once per operation by every worker: a plain read of a field that seldom changes. */
  boolean isSet() {
    return set;
  }

  /** When it was set; of one that is. */
  long nanos() {
    return nanos;
  }
}

package io.ibench.measure;

/** Time as the engine sees it. Thread-safe. Tests hand in one that they move themselves. */
public interface Clock {

  /** Nanoseconds since an arbitrary start, never going back. */
  long nanoTime();

  /** Milliseconds since 1970 UTC. */
  long epochMillis();

  /**
   * Waits until {@code nanos}, to the microsecond where the machine has a processor to spare;
   * returns earlier when the thread is unparked or interrupted, or for no reason at all.
   */
  void parkUntil(long nanos);

  /** The machine's own clock. */
  static Clock system() {
    return new SystemClock();
  }
}

package io.ibench.measure;

/** The engine's source of time; tests pass a clock of their own. Thread-safe. */
public interface Clock {

  /** Nanoseconds since an arbitrary start, never going back. */
  long nanoTime();

  /** Milliseconds since 1970 UTC. */
  long epochMillis();

  /**
   * Waits until {@code nanos}, exact to the microsecond if a CPU is free. May return earlier: when
   * the thread is unparked or interrupted, or spuriously.
   */
  void parkUntil(long nanos);

  /** The machine's clock. */
  static Clock system() {
    return new SystemClock();
  }
}

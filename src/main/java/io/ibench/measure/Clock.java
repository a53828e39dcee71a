package io.ibench.measure;

import java.util.OptionalLong;

/** The engine's source of time; tests pass a clock of their own. Thread-safe. */
public interface Clock {

  /** Nanoseconds since an arbitrary start, never going back. */
  long nanoTime();

  /** Milliseconds since 1970 UTC. */
  long epochMillis();

  /**
   * Nanoseconds since an arbitrary start, those included in which the machine was suspended; {@link
   * #nanoTime} does not count them. To 10 ms; empty if unknown.
   */
  default OptionalLong bootNanos() {
    return OptionalLong.empty();
  }

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

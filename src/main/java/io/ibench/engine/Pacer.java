package io.ibench.engine;

import io.ibench.measure.Clock;

/**
 * Decides when a worker's next operation starts. Not thread-safe; confined to the worker's thread.
 */
interface Pacer {

  /**
   * Waits until the next operation may start.
   *
   * @return the start time; at or after the step's end when the operation must not start
   */
  long await();

  /** The intended start of the operation that {@link #await} released. */
  long intended();

  /**
   * Waits for the distance after the last operation: n operations at a rate take n distances, not n
   * - 1.
   *
   * @param lastNanos when the last operation ended
   * @return the end of the work; {@code lastNanos} without a wait
   */
  default long finish(long lastNanos) {
    return lastNanos;
  }

  /** Advances to the next due time without a wait, and returns it; never due without a rate. */
  long skip();

  /** No rate: every operation is due as soon as the worker is free. */
  static Pacer unthrottled(Clock clock) {
    return new Pacer() {
      private long now;

      @Override
      public long await() {
        now = clock.nanoTime();
        return now;
      }

      @Override
      public long intended() {
        return now;
      }

      @Override
      public long skip() {
        return Long.MAX_VALUE;
      }
    };
  }
}

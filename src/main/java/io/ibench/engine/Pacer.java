package io.ibench.engine;

import io.ibench.measure.Clock;

/** Decides when a worker's next operation starts. One worker's thread. */
interface Pacer {

  /**
   * Waits until the next operation may start.
   *
   * @return when it starts; at or after the step's end when it must not start any more
   */
  long await();

  /** When the operation that {@link #await} let go should have started. */
  long intended();

  /**
   * Waits until the distance behind the last operation is over as well, when there is nothing left
   * to do: n operations at a rate take n distances, not n - 1.
   *
   * @param lastNanos when the last operation ended
   * @return when the work is over; {@code lastNanos} where nothing is left to wait for
   */
  default long finish(long lastNanos) {
    return lastNanos;
  }

  /** Moves on to the next due time without waiting, and returns it; unthrottled: never due. */
  long skip();

  /** No rate: every operation is due the moment the worker is free. */
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

package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Step;

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

  /**
   * The pacer of one thread. A rate is each client's, and shared by its threads.
   *
   * @param number of the thread in its group, from 0, over all clients
   * @param stop ends its waits
   * @param workerSeed of the thread's worker; what the pacer draws is its own
   */
  static Pacer of(
      Step.Group group,
      int number,
      Crew.Schedule when,
      Clock clock,
      StopFlag stop,
      long workerSeed) {
    if (group.rate().isUnlimited()) {
      return unthrottled(clock);
    }
    return switch (group.pacing()) {
      case EVEN ->
          new EvenPacer(
              clock,
              stop,
              when.startNanos(),
              when.endNanos(),
              group.rate(),
              group.rowsPerOperation(),
              group.threads(),
              number % group.threads());
      case POISSON ->
          new PoissonPacer(
              clock,
              stop,
              when.startNanos(),
              when.endNanos(),
              group.rate(),
              group.rowsPerOperation(),
              group.threads(),
              new Random64(Random64.hash(workerSeed, "pacing")));
      case BURSTY ->
          new BurstyPacer(
              clock,
              stop,
              when.startNanos(),
              when.endNanos(),
              group.rate(),
              group.rowsPerOperation(),
              group.threads(),
              number % group.threads());
    };
  }

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

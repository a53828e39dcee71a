package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Calls a server again and again until it answers, or has been away for longer than {@code
 * outage.max}. Pauses double from 10 ms to 5 s, and no two callers pause alike; one that has
 * reached the server ends the pauses of all. One thread's.
 */
final class Patience {

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int MOST_DOUBLINGS = 9;

  /** Of a server that is not there. */
  private static final Set<Kind> AWAY =
      EnumSet.of(Kind.CONNECTION_LOST, Kind.SERVER_SHUTDOWN, Kind.TIMEOUT, Kind.OUTCOME_UNKNOWN);

  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;
  private final long mostNanos;
  private final Random64 jitter;

  /** What is called. */
  interface Call<T> {
    T call() throws DatabaseException;
  }

  Patience(Clock clock, RunControl control, OutageWatch outages, long mostNanos, Random64 jitter) {
    this.clock = clock;
    this.control = control;
    this.outages = outages;
    this.mostNanos = mostNanos;
    this.jitter = jitter;
  }

  /**
   * Calls at once, and again while the server is away.
   *
   * @param over ends the waiting
   * @return empty when the run was stopped, or it was over, before the call succeeded
   * @throws DatabaseException of a server that refuses, or did not come back in time
   */
  <T> Optional<T> call(Call<T> call, BooleanSupplier over) throws DatabaseException {
    return call(call, AWAY, over, Long.MAX_VALUE);
  }

  /**
   * The same for one that had a connection: a server that is full may still count the old ones.
   *
   * @param latestNanos when to look whether it is over, whatever the pause
   */
  <T> Optional<T> callAgain(Call<T> call, BooleanSupplier over, long latestNanos)
      throws DatabaseException {
    Set<Kind> awaited = EnumSet.copyOf(AWAY);
    awaited.add(Kind.TOO_MANY_CONNECTIONS);
    return call(call, awaited, over, latestNanos);
  }

  private <T> Optional<T> call(
      Call<T> call, Set<Kind> awaited, BooleanSupplier over, long latestNanos)
      throws DatabaseException {
    long start = clock.nanoTime();
    for (int attempt = 0; !over.getAsBoolean() && !control.isStopped(); attempt++) {
      try {
        return Optional.of(call.call());
      } catch (DatabaseException e) {
        if (!awaited.contains(e.kind())) {
          throw e;
        }
        long left = mostNanos - (clock.nanoTime() - start);
        if (left <= 0) {
          throw new DatabaseException(
              e.kind(),
              "the server did not come back in " + text(mostNanos) + ": " + e.getMessage(),
              e);
        }
        long pause = Math.min(pauseNanos(attempt, jitter.nextDouble()), left);
        pauseUntil(Math.min(clock.nanoTime() + pause, latestNanos), over);
      }
    }
    return Optional.empty();
  }

  private static String text(long nanos) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
    return seconds > 0 ? seconds + " s" : TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
  }

  /**
   * The pause after a failed attempt.
   *
   * @param attempt from 0
   * @param jitter from 0 to 1
   */
  static long pauseNanos(int attempt, double jitter) {
    long longest =
        Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempt, MOST_DOUBLINGS));
    return (long) (longest * (0.5 + 0.5 * jitter));
  }

  private void pauseUntil(long until, BooleanSupplier over) {
    long restorations = outages.restorations();
    while (!over.getAsBoolean()
        && !control.isStopped()
        && outages.restorations() == restorations
        && clock.nanoTime() < until) {
      clock.parkUntil(until);
    }
  }
}

package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Calls a server again and again until it answers, or has been away for longer than {@code
 * outage.max}. Everybody calls once by himself. While the server is away one caller tries at least
 * every 100 ms; the others wait until it is reached and then come back at random within 100 ms, so
 * that an outage looks no longer than it is and the server is not run over. Should that one hang,
 * each of them tries by himself every 5 s at most. One thread's.
 */
final class ReconnectBackoff {

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SPREAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_DOUBLINGS = 4;

  /** Of a server that is not there. */
  private static final Set<FailureKind> AWAY =
      EnumSet.of(
          FailureKind.CONNECTION_LOST,
          FailureKind.SERVER_SHUTDOWN,
          FailureKind.TIMEOUT,
          FailureKind.OUTCOME_UNKNOWN);

  private final Clock clock;
  private final RunControl control;
  private final Prober prober;
  private final long mostNanos;
  private final Random64 jitter;

  /** What is called. */
  interface Call<T> {
    T call() throws DatabaseException;
  }

  ReconnectBackoff(
      Clock clock, RunControl control, Prober prober, long mostNanos, Random64 jitter) {
    this.clock = clock;
    this.control = control;
    this.prober = prober;
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
    Set<FailureKind> awaited = EnumSet.copyOf(AWAY);
    awaited.add(FailureKind.TOO_MANY_CONNECTIONS);
    return call(call, awaited, over, latestNanos);
  }

  private <T> Optional<T> call(
      Call<T> call, Set<FailureKind> awaited, BooleanSupplier over, long latestNanos)
      throws DatabaseException {
    long start = clock.nanoTime();
    try {
      for (int attempt = 0; !over.getAsBoolean() && !control.isStopped(); attempt++) {
        long arrivals = prober.arrivals();
        try {
          T result = call.call();
          reached();
          return Optional.of(result);
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
          long latest = Math.min(clock.nanoTime() + left, latestNanos);
          pause(attempt, arrivals, latest, over);
        }
      }
      return Optional.empty();
    } finally {
      prober.leave(this);
    }
  }

  /**
   * For the present call to say at once that it has reached the server, whatever it still does
   * there.
   */
  void reached() {
    if (prober.isTaken()) {
      prober.reached();
    }
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

  /**
   * After a failed attempt.
   *
   * @param arrivals at the server, before the attempt
   */
  private void pause(int attempt, long arrivals, long latestNanos, BooleanSupplier over) {
    if (prober.take(this)) {
      parkUntil(
          Math.min(clock.nanoTime() + pauseNanos(attempt, jitter.nextDouble()), latestNanos), over);
      return;
    }
    long wait = (long) (LONGEST_WAIT_NANOS * (0.5 + 0.5 * jitter.nextDouble()));
    parkUntil(
        Math.min(clock.nanoTime() + wait, latestNanos),
        () -> over.getAsBoolean() || prober.arrivals() != arrivals || prober.take(this));
    if (prober.arrivals() != arrivals) {
      long spread = (long) (SPREAD_NANOS * jitter.nextDouble());
      parkUntil(Math.min(clock.nanoTime() + spread, latestNanos), over);
    }
  }

  private void parkUntil(long until, BooleanSupplier ended) {
    while (!ended.getAsBoolean() && !control.isStopped() && clock.nanoTime() < until) {
      clock.parkUntil(until);
    }
  }
}

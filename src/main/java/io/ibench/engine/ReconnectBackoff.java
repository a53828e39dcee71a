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
 * Calls a server until it answers, or has been away for longer than {@code outage.max}. Every
 * worker makes a first call. While the server is away, one worker, the prober, calls at least every
 * 100 ms. The others wait until it succeeds, and then call at random times within 100 ms: so an
 * outage does not look longer than it is, and the server gets no burst of connections. If the
 * prober hangs, each of the others calls every 5 s at most. Not thread-safe; confined to the
 * worker's thread.
 */
final class ReconnectBackoff {

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SPREAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MAX_DOUBLINGS = 4;

  private final Clock clock;
  private final RunControl control;
  private final Prober prober;
  private final Set<FailureKind> awaited;
  private final long maxNanos;
  private final long waitedNanos;
  private final Random64 jitter;

  /** A call to the database. */
  interface Call<T> {
    T call() throws DatabaseException;
  }

  /**
   * @param kinds the outages whose end is awaited
   * @param maxNanos how long each may last
   */
  ReconnectBackoff(
      Clock clock,
      RunControl control,
      Prober prober,
      Set<OutageKind> kinds,
      long maxNanos,
      Random64 jitter) {
    this(clock, control, prober, kinds, maxNanos, 0, jitter);
  }

  /**
   * The same in an outage that others have waited for already.
   *
   * @param waitedNanos how long
   */
  ReconnectBackoff(
      Clock clock,
      RunControl control,
      Prober prober,
      Set<OutageKind> kinds,
      long maxNanos,
      long waitedNanos,
      Random64 jitter) {
    this.waitedNanos = waitedNanos;
    this.clock = clock;
    this.control = control;
    this.prober = prober;
    this.awaited = OutageKind.awaited(kinds);
    this.maxNanos = maxNanos;
    this.jitter = jitter;
  }

  /** Whether a call that fails like this is made again. */
  boolean awaits(FailureKind kind) {
    return awaited.contains(kind);
  }

  /**
   * Calls immediately, and again while the server cannot work.
   *
   * @param over ends the wait
   * @return empty when the run was stopped or the wait was over before the call succeeded
   * @throws DatabaseException when the server refuses, or did not come back in time
   */
  <T> Optional<T> call(Call<T> call, BooleanSupplier over) throws DatabaseException {
    return call(call, over, Long.MAX_VALUE);
  }

  /**
   * The same.
   *
   * @param latestNanos when to check {@code over} at the latest
   */
  <T> Optional<T> call(Call<T> call, BooleanSupplier over, long latestNanos)
      throws DatabaseException {
    return call(call, awaited, over, latestNanos);
  }

  /**
   * The same for a worker that lost its connection: a server without free connections may still
   * count the old one.
   *
   * @param latestNanos when to check {@code over} at the latest
   */
  <T> Optional<T> callAgain(Call<T> call, BooleanSupplier over, long latestNanos)
      throws DatabaseException {
    Set<FailureKind> withOld = EnumSet.of(FailureKind.TOO_MANY_CONNECTIONS);
    withOld.addAll(awaited);
    return call(call, withOld, over, latestNanos);
  }

  private <T> Optional<T> call(
      Call<T> call, Set<FailureKind> expected, BooleanSupplier over, long latestNanos)
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
          if (!expected.contains(e.kind())) {
            throw e;
          }
          long left = maxNanos - waitedNanos - (clock.nanoTime() - start);
          if (left <= 0) {
            throw new DatabaseException(
                e.kind(),
                (isRefusal(e.kind()) ? "still so after " : "the server did not come back in ")
                    + text(maxNanos)
                    + ": "
                    + e.getMessage(),
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

  /** Called from within the current call as soon as it has reached the server. */
  void reached() {
    if (prober.isTaken()) {
      prober.reached();
    }
  }

  /** Whether the server answers, and cannot do what it is asked for. */
  private static boolean isRefusal(FailureKind kind) {
    return OutageKind.of(kind).filter(outage -> outage != OutageKind.LOST).isPresent();
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
    long max = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempt, MAX_DOUBLINGS));
    return (long) (max * (0.5 + 0.5 * jitter));
  }

  /**
   * Waits after a failed attempt.
   *
   * @param arrivals {@link Prober#arrivals} before the attempt
   */
  private void pause(int attempt, long arrivals, long latestNanos, BooleanSupplier over) {
    if (prober.take(this)) {
      parkUntil(
          Math.min(clock.nanoTime() + pauseNanos(attempt, jitter.nextDouble()), latestNanos), over);
      return;
    }
    long wait = (long) (MAX_WAIT_NANOS * (0.5 + 0.5 * jitter.nextDouble()));
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

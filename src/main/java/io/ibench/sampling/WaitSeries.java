package io.ibench.sampling;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.WaitStates;
import io.ibench.measure.Clock;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.WaitRow;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks a few times a second at what the server's sessions wait for, in all steps of a run, on a
 * thread and a connection of its own, which it has during steps only. Looks less often when a look
 * takes long. A lost connection is opened again after a while; any other failure ends the looks.
 * Never ends a run. The coordinating thread passes on what was seen.
 */
public final class WaitSeries implements RunListener, AutoCloseable {

  /** A look's pause by its length: looks take 5 % of the time at most. */
  private static final long PAUSES = 19;

  /** What a server gets over, or its next start. */
  private static final Set<FailureKind> PASSING =
      EnumSet.of(
          FailureKind.CONNECTION_LOST,
          FailureKind.SERVER_SHUTDOWN,
          FailureKind.TIMEOUT,
          FailureKind.TOO_MANY_CONNECTIONS);

  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long END_MILLIS = 1_000;

  private final Database database;
  private final Clock clock;
  private final long everyNanos;
  private final long rowNanos;
  private final Consumer<WaitRow> rows;
  private final Map<String, Long> sums = new HashMap<>();
  private @Nullable Thread thread;
  private @Nullable WaitStates states;
  private long looks;
  private long nanos;

  /** The step under way; null between steps. */
  private volatile @Nullable StepStart step;

  private volatile boolean ended;
  private volatile @Nullable String failure;

  /**
   * @param perSecond looks in a second
   * @param rowNanos the length of a row's stretch, but for the last one of a step
   */
  WaitSeries(
      Database database, long perSecond, long rowNanos, Consumer<WaitRow> rows, Clock clock) {
    this.database = database;
    this.everyNanos = SECOND_NANOS / Math.max(1, perSecond);
    this.rowNanos = rowNanos;
    this.rows = rows;
    this.clock = clock;
    this.ended = perSecond == 0;
  }

  /**
   * Begins to look; with 0 looks in a second it does nothing.
   *
   * @param rowNanos the length of a row's stretch, but for the last one of a step
   */
  public static WaitSeries start(
      Database database, long perSecond, long rowNanos, Consumer<WaitRow> rows) {
    WaitSeries series = new WaitSeries(database, perSecond, rowNanos, rows, Clock.system());
    if (perSecond > 0) {
      Thread thread = new Thread(series::work, "ibench-waits");
      thread.setDaemon(true);
      series.thread = thread;
      thread.start();
    }
    return series;
  }

  private void work() {
    while (!ended) {
      if (step == null) {
        leave();
        LockSupport.park(this);
      } else {
        long next = look();
        while (!ended && step != null && clock.nanoTime() < next) {
          clock.parkUntil(next);
        }
      }
    }
    leave();
  }

  /**
   * Looks once.
   *
   * @return when to look again
   */
  long look() {
    StepStart now = step;
    long begin = clock.nanoTime();
    try {
      WaitStates open = states == null ? open() : states;
      if (open == null) {
        ended = true;
        return Long.MAX_VALUE;
      }
      states = open;
      Map<String, Long> seen = new HashMap<>();
      open.now().forEach(state -> seen.merge(state, 1L, Long::sum));
      add(now, seen);
      long end = clock.nanoTime();
      long pause = Math.max(open.leastNanos(), PAUSES * (end - begin));
      return Math.max(begin + everyNanos, end + Math.min(MAX_PAUSE_NANOS, pause));
    } catch (DatabaseException e) {
      leave();
      if (!PASSING.contains(e.kind())) {
        fail(e.getMessage());
      }
    } catch (RuntimeException e) {
      leave();
      fail(e.toString());
    }
    return clock.nanoTime() + MAX_PAUSE_NANOS;
  }

  private @Nullable WaitStates open() throws DatabaseException {
    Optional<WaitStates> opened = database.waitStates();
    return opened.orElse(null);
  }

  private void fail(@Nullable String why) {
    failure = "what sessions wait for is not known any more: " + why;
    ended = true;
  }

  private void leave() {
    WaitStates open = states;
    states = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (DatabaseException | RuntimeException e) {
      // The connection has gone already.
      return;
    }
  }

  /** What was seen of a step that is over by now belongs to none. */
  private synchronized void add(@Nullable StepStart of, Map<String, Long> seen) {
    if (of != null && of == step) {
      looks++;
      seen.forEach((state, count) -> sums.merge(state, count, Long::sum));
    }
  }

  @Override
  public synchronized void stepStarted(StepStart started) {
    clear();
    step = started;
    LockSupport.unpark(thread);
  }

  private void clear() {
    sums.clear();
    looks = 0;
    nanos = 0;
  }

  @Override
  public void interval(StepStart now, Snapshot snapshot) {
    nanos += snapshot.nanos();
    if (nanos >= rowNanos - snapshot.nanos() / 2) {
      pass(now, snapshot.endEpochMillis());
    }
  }

  @Override
  public void stepEnded(StepResult result) {
    pass(result.step(), result.whole().endEpochMillis());
    step = null;
  }

  /** Why the looks have ended, if they have; tells it once. */
  public Optional<String> takeFailure() {
    Optional<String> why = Optional.ofNullable(failure);
    failure = null;
    return why;
  }

  /** A stretch without a look has no row. */
  private void pass(StepStart of, long endEpochMillis) {
    Optional<WaitRow> row = Optional.empty();
    synchronized (this) {
      if (looks > 0 && nanos > 0) {
        Map<String, Double> means = new HashMap<>(Map.of(WaitStates.CPU, 0.0));
        double all = looks;
        sums.forEach((state, sum) -> means.put(state, sum / all));
        row = Optional.of(new WaitRow(endEpochMillis, of.name(), of.repeat(), nanos, looks, means));
      }
      clear();
    }
    row.ifPresent(rows);
  }

  /** Does not wait long for a look that hangs. */
  @Override
  public void close() {
    ended = true;
    Thread own = thread;
    if (own != null) {
      LockSupport.unpark(own);
      try {
        own.join(END_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

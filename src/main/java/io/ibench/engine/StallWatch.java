package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stall;
import io.ibench.measure.Stall.Kind;
import io.ibench.measure.WorkerState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices stalls of the database. It looks at the workers ten times a second, and costs them
 * nothing: it reads what they publish anyway. Times are exact to a tenth of a second. Not
 * thread-safe; confined to the coordinating thread.
 *
 * <p>An operation that usually takes long is no stall: the limits are at least {@value
 * #USUAL_TIMES} times the mean of the slowest kind of operation in the step so far. A time without
 * a connection is an outage and no stall. A client that stands still knows nothing of the database.
 */
final class StallWatch {

  /** Between two looks. */
  static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A shorter time without an end of an operation is no stall. */
  static final long MIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A shorter time at a low rate is no stall. */
  static final long MIN_SLOW_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How many means an unusual operation lasts. */
  static final int USUAL_TIMES = 5;

  /** After a longer time between two looks, the client may have stood still. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Clock clock;
  private final StallSettings settings;
  private final List<? extends WorkerProgress> workers;
  private final OutageWatch outages;
  private final RecentRates rates = new RecentRates();
  private final List<Stall> ended = new ArrayList<>();
  private final long[] finished;
  private final long[] since;
  private Consumer<Stall> onBegin = stall -> {};
  private List<OperationStats> sums = List.of();
  private long lastLook;
  private long quietSince;
  private long endOfLast;
  private long slowSince;
  private int slowIntervals;
  private @Nullable Open open;

  /** What a worker shows of its progress. */
  interface WorkerProgress {

    /** The time in finished operations; it grows with each. */
    long finishedNanos();

    boolean isInFlight();
  }

  /** A stall that goes on. */
  private static final class Open {
    private final Kind kind;
    private long startNanos;
    private long startEpochMillis;
    private int operations;
    private boolean continues;

    Open(Kind kind) {
      this.kind = kind;
    }

    Stall until(long endNanos) {
      return new Stall(
          kind,
          startNanos,
          startEpochMillis,
          Math.max(startNanos, endNanos),
          operations,
          continues);
    }
  }

  StallWatch(
      Clock clock,
      StallSettings settings,
      List<? extends WorkerProgress> workers,
      OutageWatch outages) {
    this.clock = clock;
    this.settings = settings;
    this.workers = List.copyOf(workers);
    this.outages = outages;
    this.finished = new long[workers.size()];
    this.since = new long[workers.size()];
  }

  /** Notices nothing: for steps without workers. */
  static StallWatch none(Clock clock, OutageWatch outages) {
    return new StallWatch(clock, StallSettings.usual(), List.of(), outages);
  }

  /** Sets what happens when a stall is noticed, with the stall so far. It must return at once. */
  void onBegin(Consumer<Stall> action) {
    onBegin = action;
  }

  /** The workers begin. */
  void begin(long startNanos) {
    lastLook = startNanos;
    quietSince = startNanos;
    endOfLast = startNanos;
    Arrays.fill(since, startNanos);
  }

  /** When to call {@link #look} again. */
  long nextNanos() {
    return workers.isEmpty() ? Long.MAX_VALUE : lastLook + EVERY_NANOS;
  }

  /** Looks at the workers, if it is time. */
  void look(long now) {
    if (now < nextNanos()) {
      return;
    }
    if (now - lastLook > LATE_NANOS && open == null) {
      restart(now);
    }
    lastLook = now;
    if (outages.away() > 0) {
      closeAt(now);
      restart(now);
      return;
    }
    boolean progress = false;
    int inFlight = 0;
    long oldest = now;
    for (int i = 0; i < since.length; i++) {
      long done = workers.get(i).finishedNanos();
      boolean busy = workers.get(i).isInFlight();
      progress |= done != finished[i];
      if (done != finished[i] || !busy) {
        since[i] = now;
        finished[i] = done;
      }
      inFlight += busy ? 1 : 0;
      oldest = Math.min(oldest, since[i]);
    }
    if (progress || inFlight == 0) {
      quietSince = now;
    }
    judge(now, inFlight, oldest);
  }

  private void restart(long now) {
    quietSince = now;
    Arrays.fill(since, now);
  }

  private void judge(long now, int inFlight, long oldest) {
    if (open != null && open.kind == Kind.STOPPED) {
      if (quietSince == now) {
        closeAt(now);
      } else {
        open.operations = Math.max(open.operations, inFlight);
        return;
      }
    }
    if (isBeyond(now - quietSince, MIN_NANOS)) {
      closeAt(quietSince);
      open(Kind.STOPPED, quietSince, now, inFlight);
    } else if (isBeyond(now - oldest, settings.ageNanos())) {
      long start = Math.max(oldest, endOfLast);
      boolean mayOpen = open == null || open.kind == Kind.SLOW;
      if (mayOpen && now - start < MIN_NANOS) {
        return; // The last operations of a stall end a little later than its first one.
      }
      if (mayOpen) {
        closeAt(start);
        open(Kind.OLD, start, now, 0);
      }
      Objects.requireNonNull(open).operations =
          Math.max(Objects.requireNonNull(open).operations, older(now - settings.ageNanos()));
    } else if (open != null && open.kind == Kind.OLD) {
      closeAt(now);
    }
  }

  private int older(long nanos) {
    int count = 0;
    for (long each : since) {
      count += each <= nanos ? 1 : 0;
    }
    return count;
  }

  /** The means are computed only in the rare case that the first limit is reached. */
  private boolean isBeyond(long nanos, long limit) {
    return nanos >= limit && nanos >= USUAL_TIMES * slowestMeanNanos();
  }

  private double slowestMeanNanos() {
    return sums.stream().mapToDouble(OperationStats::meanServiceNanos).max().orElse(0);
  }

  private void open(Kind kind, long startNanos, long now, int operations) {
    open = new Open(kind);
    open.startNanos = startNanos;
    open.startEpochMillis = clock.epochMillis() - TimeUnit.NANOSECONDS.toMillis(now - startNanos);
    open.operations = operations;
    slowIntervals = 0;
    onBegin.accept(open.until(now));
  }

  private void closeAt(long nanos) {
    if (open != null) {
      Stall stall = open.until(nanos);
      open = null;
      endOfLast = stall.endNanos();
      ended.add(stall);
    }
  }

  /**
   * An interval has ended.
   *
   * @param soFar the step's operations up to its end; read at later looks
   */
  void interval(Snapshot snapshot, List<OperationStats> soFar) {
    sums = soFar;
    if (!snapshot.full() || workers.isEmpty()) {
      return;
    }
    double perSecond = snapshot.successes() * 1e9 / snapshot.nanos();
    boolean slow =
        isInFlight(snapshot.workers())
            && rates.isBelow(settings.ratePercent(), perSecond, snapshot.nanos());
    rates.add(perSecond);
    boolean other = open != null && open.kind != Kind.SLOW;
    if (!slow || other || snapshot.startNanos() < endOfLast) {
      slowIntervals = 0;
      if (open != null && open.kind == Kind.SLOW) {
        closeAt(snapshot.startNanos());
      }
    } else {
      slow(snapshot);
    }
  }

  private static boolean isInFlight(WorkerState state) {
    return state.oldestInFlightNanos() > 0 && state.withoutConnection() == 0;
  }

  private void slow(Snapshot snapshot) {
    if (slowIntervals++ == 0) {
      slowSince = snapshot.startNanos();
    }
    boolean isLong = snapshot.endNanos() - slowSince >= MIN_SLOW_NANOS;
    if (open == null && slowIntervals > 1 && isLong) {
      open(Kind.SLOW, slowSince, snapshot.endNanos(), inFlight());
      slowIntervals = 1;
    }
  }

  private int inFlight() {
    return (int) workers.stream().filter(WorkerProgress::isInFlight).count();
  }

  /**
   * The stalls that ended since the last call.
   *
   * @param cut ends a current stall here; its rest will be a stall that continues it
   */
  List<Stall> drain(boolean cut, long nowNanos) {
    if (cut && open != null) {
      Open rest = new Open(open.kind);
      rest.startNanos = Math.max(open.startNanos, nowNanos);
      rest.startEpochMillis =
          open.startEpochMillis + TimeUnit.NANOSECONDS.toMillis(rest.startNanos - open.startNanos);
      rest.operations = open.operations;
      rest.continues = true;
      ended.add(open.until(nowNanos));
      open = rest;
    }
    List<Stall> drained = List.copyOf(ended);
    ended.clear();
    return drained;
  }
}

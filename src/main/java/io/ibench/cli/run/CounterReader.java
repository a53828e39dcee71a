package io.ibench.cli.run;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.ServerCounter;
import io.ibench.measure.Clock;
import io.ibench.measure.Counter;
import io.ibench.measure.RunListener;
import io.ibench.measure.ServerCounterRow;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.store.ResultFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the server's own counters every so often during steps, on its own thread. A reading that
 * fails is left out: the next row then covers both times. The coordinating thread passes on what
 * was read.
 */
final class CounterReader implements RunListener, AutoCloseable {

  /** More than are read between two intervals of a day. */
  private static final int MAX_WAITING = 1_000;

  private final Source source;
  private final Clock clock;
  private final Consumer<ServerCounterRow> rows;
  private final Optional<ScheduledExecutorService> thread;
  private final Queue<Reading> waiting = new ConcurrentLinkedQueue<>();

  /** The step under way; null between steps. */
  private volatile @Nullable StepStart step;

  private Optional<Reading> last = Optional.empty();

  /** A reading of all counters. */
  private record Reading(
      StepStart step,
      long nanos,
      long epochMillis,
      long readNanos,
      Map<String, Counter> counters) {}

  /** Where counters come from. */
  interface Source {
    List<ServerCounter> counters() throws DatabaseException;
  }

  CounterReader(Source source, Clock clock, Consumer<ServerCounterRow> rows) {
    this(source, clock, rows, Optional.empty());
  }

  private CounterReader(
      Source source,
      Clock clock,
      Consumer<ServerCounterRow> rows,
      Optional<ScheduledExecutorService> thread) {
    this.source = source;
    this.clock = clock;
    this.rows = rows;
    this.thread = thread;
  }

  /**
   * Begins to read.
   *
   * @param everyNanos between two readings; empty: never
   * @param names of the counters to keep; empty: all
   */
  static CounterReader start(
      OptionalLong everyNanos, Set<String> names, Database database, ResultFolder results) {
    Optional<ScheduledExecutorService> thread =
        everyNanos.isPresent()
            ? Optional.of(Executors.newSingleThreadScheduledExecutor(CounterReader::daemon))
            : Optional.empty();
    CounterReader reader =
        new CounterReader(
            () -> kept(database.counters(), names),
            Clock.system(),
            results::serverCounters,
            thread);
    if (thread.isPresent()) {
      long every = everyNanos.getAsLong();
      Future<?> unused =
          thread.get().scheduleAtFixedRate(reader::read, every, every, TimeUnit.NANOSECONDS);
    }
    return reader;
  }

  private static List<ServerCounter> kept(List<ServerCounter> all, Set<String> names) {
    return names.isEmpty() ? all : all.stream().filter(one -> names.contains(one.name())).toList();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ibench-counters");
    thread.setDaemon(true);
    return thread;
  }

  /** Reads once, if a step is under way. Any thread, one at a time. */
  void read() {
    StepStart now = step;
    if (now == null || waiting.size() >= MAX_WAITING) {
      return;
    }
    try {
      long begin = clock.nanoTime();
      Map<String, Counter> counters = new HashMap<>();
      for (ServerCounter counter : source.counters()) {
        counters.put(counter.name(), new Counter(counter.value(), counter.rising()));
      }
      long end = clock.nanoTime();
      if (!counters.isEmpty()) {
        waiting.add(new Reading(now, end, clock.epochMillis(), end - begin, counters));
      }
    } catch (DatabaseException | RuntimeException e) {
      // The next reading covers this time as well; an outage is in other figures.
      return;
    }
  }

  @Override
  public void stepStarted(StepStart started) {
    step = started;
    last = Optional.empty();
    waiting.clear();
    thread.ifPresent(executor -> executor.execute(this::read));
  }

  @Override
  public void interval(StepStart now, Snapshot snapshot) {
    for (Reading reading = waiting.poll(); reading != null; reading = waiting.poll()) {
      if (reading.step() == now) {
        if (last.isPresent()) {
          add(last.get(), now, reading);
        }
        last = Optional.of(reading);
      }
    }
  }

  private void add(Reading before, StepStart now, Reading reading) {
    rows.accept(
        new ServerCounterRow(
            reading.epochMillis(),
            now.name(),
            now.repeat(),
            reading.nanos() - before.nanos(),
            reading.readNanos(),
            before.counters(),
            reading.counters()));
  }

  @Override
  public void stepEnded(StepResult result) {
    step = null;
  }

  /** Does not wait for a reading that hangs. */
  @Override
  public void close() {
    thread.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}

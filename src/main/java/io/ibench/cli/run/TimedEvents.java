package io.ibench.cli.run;

import io.ibench.cli.setup.EventKeys.Event;
import io.ibench.measure.Clock;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.TimedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user's commands in the middle of steps, each on a thread of its own, and watches the
 * rate. The commands whose time an earlier process has counted do not run again. Other methods are
 * for the coordinating thread. The end of a step ends its commands.
 */
final class TimedEvents implements RunListener, AutoCloseable {

  private static final long END_MILLIS = 2_000;

  private final List<Event> events;
  private final StepNumber numbered;
  private final Hooks hooks;
  private final Clock clock;
  private final List<Running> running = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private final List<String> over = new ArrayList<>();
  private String lastNumbered = "";

  /**
   * @param numbered names the step that is under way
   */
  TimedEvents(List<Event> events, StepNumber numbered, Hooks hooks, Clock clock) {
    this.events = List.copyOf(events);
    this.numbered = numbered;
    this.hooks = hooks;
    this.clock = clock;
  }

  /** One event of the current step. */
  private final class Running {

    private final Event event;
    private final StepStart step;
    private final String log;
    private final long dueNanos;
    private final Thread thread;
    private volatile long startNanos = Long.MAX_VALUE;
    private volatile long endNanos = Long.MAX_VALUE;
    private volatile long startEpochMillis;
    private volatile Optional<String> failure = Optional.empty();
    private @Nullable RateRecovery recovery;

    Running(Event event, StepStart step, String log, long stepNanos) {
      this.event = event;
      this.step = step;
      this.log = log;
      this.dueNanos = stepNanos + event.atNanos();
      this.thread = new Thread(this::run, "ibench-event");
      thread.setDaemon(true);
    }

    private void run() {
      try {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, dueNanos - clock.nanoTime()));
        startEpochMillis = clock.epochMillis();
        startNanos = clock.nanoTime();
        failure = hooks.during(event.key(), event.command(), step, log);
      } catch (InterruptedException e) {
        failure = Optional.of(event.key() + " was ended with the step");
      } finally {
        endNanos = clock.nanoTime();
      }
    }

    boolean hasBegun() {
      return startNanos != Long.MAX_VALUE;
    }

    void interval(Snapshot snapshot) {
      if (!hasBegun() || snapshot.endNanos() <= startNanos) {
        return;
      }
      if (recovery == null) {
        double[] before = rates.stream().mapToDouble(Double::doubleValue).toArray();
        recovery = new RateRecovery(before, startNanos);
      }
      recovery.interval(snapshot.startNanos(), snapshot.endNanos(), snapshot.successes(), endNanos);
    }

    TimedEvent result() {
      Optional<RateRecovery> seen = Optional.ofNullable(recovery);
      return new TimedEvent(
          event.key(),
          startEpochMillis,
          Math.min(endNanos, clock.nanoTime()) - startNanos,
          failure,
          seen.map(RateRecovery::perSecond).orElse(OptionalDouble.empty()),
          seen.map(RateRecovery::lowestBeforePercent).orElse(OptionalDouble.empty()),
          seen.map(RateRecovery::lowestPercent).orElse(OptionalDouble.empty()),
          seen.map(RateRecovery::backNanos).orElse(OptionalLong.empty()));
    }
  }

  @Override
  public void stepStarted(StepStart step) {
    if (numbered.name().equals(lastNumbered)) {
      return;
    }
    lastNumbered = numbered.name();
    rates.clear();
    running.clear();
    over.clear();
    long doneNanos = step.countedNanos();
    long begin = clock.nanoTime() - doneNanos;
    int number = 0;
    for (Event event : events) {
      if (event.step().equals(step.name())) {
        number++;
        String log = Hooks.FOLDER + "/" + numbered.name() + "-event" + number + ".log";
        if (event.atNanos() >= doneNanos) {
          running.add(new Running(event, step, log, begin));
        } else {
          over.add(event.key());
        }
      }
    }
    running.forEach(one -> one.thread.start());
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    if (running.isEmpty() || !snapshot.full()) {
      return;
    }
    running.forEach(one -> one.interval(snapshot));
    rates.add(snapshot.successes() * 1e9 / snapshot.nanos());
    if (rates.size() > RateRecovery.BEFORE) {
      rates.remove(0);
    }
  }

  /** Ends what still runs; returns the events that have begun in the step that has ended. */
  List<TimedEvent> take() throws InterruptedException {
    close();
    for (Running one : running) {
      one.thread.join(END_MILLIS);
    }
    return running.stream().filter(Running::hasBegun).map(Running::result).toList();
  }

  /**
   * A sentence for each event whose time did not come, or came in an earlier process of the run;
   * after {@link #take}.
   */
  List<String> facts() {
    List<String> facts = new ArrayList<>();
    over.forEach(
        key ->
            facts.add(key + " had its time before the run was resumed; its outcome is not known"));
    running.stream()
        .filter(one -> !one.hasBegun())
        .forEach(
            one -> facts.add(one.event.key() + " did not begin: the step ended before its time"));
    return facts;
  }

  @Override
  public void close() {
    running.forEach(one -> one.thread.interrupt());
  }
}

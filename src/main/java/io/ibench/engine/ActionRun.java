package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.StepEndingBuilder;
import io.ibench.measure.StepGoal;
import io.ibench.measure.StepIdentity;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepTexts;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Runs a step without workers on a separate thread, so that the ticker can watch it. */
final class ActionRun {

  private final StepContext context;
  private final Step.Action step;
  private final Clock clock;
  private final WorkloadCounters progress;
  private long startNanos;
  private volatile Outcome outcome = Outcome.NOTHING;
  private volatile Supplier<List<String>> factsIfAbandoned = List::of;
  private volatile String waitsFor = "";
  private volatile boolean done;

  ActionRun(StepContext context, Step.Action step) {
    this.context = context;
    this.step = step;
    this.clock = context.clock();
    this.progress = new WorkloadCounters(context.plan().counters().size());
  }

  /** Runs the step. Before it throws, it interrupts the action's thread and waits for it. */
  StepResult run() throws InterruptedException {
    Ticker ticker =
        new Ticker(
            clock,
            context.listener(),
            context.gauges(),
            context.settings(),
            context.shape(1, false),
            StepActivity.ofAction(
                clock,
                progress,
                this::ageNanos,
                context.outages(),
                StepActivity.TableRows.of(context.experiment()),
                () -> waitsFor));
    ticker.readGauges();
    StepStart start = start(step, clock.epochMillis());
    startNanos = clock.nanoTime();
    ticker.begin(start, startNanos);
    Thread thread = startThread();
    try {
      watch(ticker);
    } finally {
      end(thread);
    }
    return result(start, ticker.close());
  }

  /** An action is one operation, in flight from the step's start to its end. */
  private long ageNanos(long now) {
    return done ? 0 : now - startNanos;
  }

  private StepResult result(StepStart start, Ticker.Closed closed) {
    StepResult result =
        StepResultBuilder.builder()
            .step(start)
            .whole(closed.whole())
            .rows(outcome.rows())
            .periods(closed.periods())
            .texts(
                new StepTexts(
                    Stream.concat(outcome.facts().stream(), closed.clockFacts().stream()).toList(),
                    List.of(),
                    outcome.problems()))
            .ending(
                StepEndingBuilder.builder()
                    .interrupted(context.control().isInterrupted())
                    .failure(context.control().failure())
                    .build())
            .build();
    context.listener().stepEnded(result);
    return result;
  }

  /** Abandons an action that ignores the interrupt: the run is over anyway. */
  private void end(Thread thread) throws InterruptedException {
    if (!done) {
      thread.interrupt();
      thread.join(TimeUnit.NANOSECONDS.toMillis(BoundedWait.INTERRUPTED_NANOS));
    }
    if (!done) {
      outcome = new Outcome(0, factsIfAbandoned.get(), List.of());
    }
  }

  static StepStart start(Step.Action step, long startEpochMillis) {
    return new StepStart(
        new StepIdentity(step.name(), step.kind(), StepPurpose.ACTION, step.like(), 1, 1),
        step.use() == TableUse.INDEXES ? StepStart.Unit.INDEXED_ROWS : StepStart.Unit.NONE,
        StepGoal.NONE,
        0,
        false,
        startEpochMillis,
        List.of(),
        1,
        StepStart.Reached.NOTHING);
  }

  private Thread startThread() {
    Thread coordinator = Thread.currentThread();
    context.control().onStop(() -> LockSupport.unpark(coordinator));
    Thread thread =
        new Thread(
            () -> {
              try {
                act();
              } finally {
                done = true;
                LockSupport.unpark(coordinator);
              }
            },
            "ibench-" + step.name());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void act() {
    try {
      if (!awaitServer()) {
        return;
      }
      if (!context.peers().leads()) {
        outcome = followLeader();
        return;
      }
      outcome = context.experiment().act(step, context.database(), actionContext());
      context.peers().acted(context.control());
    } catch (DatabaseException e) {
      failed(e);
    } catch (InterruptedException e) {
      context.control().threadInterrupted();
    } catch (RuntimeException | Error e) {
      context.control().fail("step " + step.name() + " died: " + e);
      throw e;
    }
  }

  /** The leader does the action; a drop also changes what this process knows of the tables. */
  private Outcome followLeader() throws DatabaseException, InterruptedException {
    context.peers().awaitAction(context.control());
    if (step.use() == TableUse.DROPS && !context.control().isStopped()) {
      context.experiment().act(step, context.database(), actionContext());
    }
    return new Outcome(0, List.of("done by the agent of rank 0"), List.of());
  }

  /** Some drivers fail a call of an interrupted thread and leave the thread interrupted. */
  private void failed(DatabaseException failure) {
    if (Thread.currentThread().isInterrupted()) {
      context.control().threadInterrupted();
    } else {
      context.control().fail(failure.kind().label() + ": " + failure.getMessage());
    }
  }

  private ActionContext actionContext() {
    return new ActionContext() {
      @Override
      public WorkloadCounters progress() {
        return progress;
      }

      @Override
      public void waitsFor(String what) {
        waitsFor = what;
      }

      @Override
      public void ifAbandoned(Supplier<List<String>> facts) {
        factsIfAbandoned = facts;
      }

      @Override
      public void await(Settled settled) throws DatabaseException, InterruptedException {
        new SettledWait(clock).until(settled, startNanos + step.atLeastNanos());
      }
    };
  }

  /** The step before may have ended in an outage. Returns false when the run was stopped. */
  private boolean awaitServer() throws DatabaseException {
    if (!context.outages().isUnresolved()) {
      return true;
    }
    return context
        .backoffAfterOutage(context.streamSeed())
        .call(
            () -> {
              context.database().session().close();
              context.outages().answered();
              return true;
            },
            () -> false)
        .orElse(false);
  }

  private void watch(Ticker ticker) throws InterruptedException {
    long interval = context.settings().intervalNanos();
    long next = startNanos + interval;
    while (!done && !context.control().isStopped()) {
      clock.parkUntil(next);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while step " + step.name() + " was running");
      }
      long now = clock.nanoTime();
      if (!done && now >= next) {
        ticker.tickOrClosePeriod(now);
      }
      while (next <= now) {
        next += interval;
      }
    }
  }
}

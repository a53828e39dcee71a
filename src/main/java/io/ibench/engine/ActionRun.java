package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.Step;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** Runs a step without workers: on a thread of its own, so that the ticker can watch it. */
final class ActionRun {

  private final StepContext context;
  private final Step.Action step;
  private final Clock clock;
  private volatile Outcome outcome = Outcome.NOTHING;
  private volatile boolean done;

  ActionRun(StepContext context, Step.Action step) {
    this.context = context;
    this.step = step;
    this.clock = context.clock();
  }

  StepResult run() throws InterruptedException {
    Ticker ticker =
        new Ticker(
            clock,
            context.listener(),
            context.probes(),
            context.settings(),
            context.shape(false),
            Ticker.Crew.none());
    ticker.readGauges();
    StepStart start = start();
    long startNanos = clock.nanoTime();
    ticker.begin(start, startNanos);
    Thread thread = startThread();
    watch(ticker, startNanos);
    if (!done) {
      thread.interrupt();
    }
    Ticker.Closed closed = ticker.close(false, clock.nanoTime());
    StepResult result =
        new StepResult(
            start,
            closed.whole(),
            outcome.rows(),
            closed.periods(),
            outcome.facts(),
            outcome.problems(),
            context.control().isInterrupted(),
            context.control().failure());
    context.listener().stepEnded(result);
    return result;
  }

  private StepStart start() {
    return new StepStart(
        step.name(),
        step.kind(),
        step.like(),
        1,
        1,
        step.indexes() ? StepStart.Unit.INDEXED_ROWS : StepStart.Unit.NONE,
        OptionalLong.empty(),
        OptionalLong.empty(),
        0,
        false,
        clock.epochMillis());
  }

  private Thread startThread() {
    Thread coordinator = Thread.currentThread();
    context.control().onStop(() -> LockSupport.unpark(coordinator));
    Thread thread =
        new Thread(
            () -> {
              act();
              done = true;
              LockSupport.unpark(coordinator);
            },
            "ibench-" + step.name());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void act() {
    try {
      outcome = context.experiment().act(step, context.database());
    } catch (DatabaseException e) {
      context.control().fail(e.kind().label() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      context.control().interrupt();
    } catch (RuntimeException e) {
      context.control().fail("step " + step.name() + " died: " + e);
    }
  }

  private void watch(Ticker ticker, long startNanos) {
    long interval = context.settings().intervalNanos();
    long next = startNanos + interval;
    while (!done && !context.control().isStopped()) {
      clock.parkUntil(next);
      if (!done && clock.nanoTime() >= next) {
        if (clock.nanoTime() >= ticker.nextReportNanos()) {
          ticker.closePeriod(true);
        } else {
          ticker.tick(true);
        }
        next += interval;
      }
    }
  }
}

package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Runs a step of workers on the coordinating thread, which ticks meanwhile. Repeats are one
 * continuous run: at the border between two only the books are closed.
 */
final class WorkRun {

  /** What an operation in flight at the end may still take. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long INTERRUPTED_GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final StepContext context;
  private final Step.Work step;
  private final Clock clock;
  private final Crew crew;
  private final List<StepResult> results = new ArrayList<>();
  private Ticker ticker;
  private StepStart current;
  private long nextTickNanos;

  WorkRun(StepContext context, Step.Work step) {
    this.context = context;
    this.step = step;
    this.clock = context.clock();
    this.crew =
        new Crew(
            clock,
            context.control(),
            context.settings(),
            step,
            context.database(),
            context.experiment(),
            context.plan().operations().size());
  }

  /** Runs all repeats; a result for each that was begun. */
  List<StepResult> run() throws InterruptedException {
    crew.start();
    crew.awaitReady();
    ticker =
        new Ticker(
            clock,
            context.listener(),
            context.probes(),
            context.settings(),
            context.shape(step.isPaced()),
            new Ticker.Crew(
                crew.recorders(), crew.tallies(), crew::working, crew::oldestInFlightNanos));
    ticker.readGauges();
    long startNanos = clock.nanoTime();
    begin(1, startNanos);
    if (!context.control().isStopped()) {
      crew.go(new Crew.Schedule(startNanos, clock.epochMillis(), endNanos(startNanos)));
      watch(startNanos);
    } else {
      crew.dismiss();
    }
    finish(startNanos);
    return results;
  }

  private long endNanos(long startNanos) {
    return step.untilNanos().isPresent()
        ? startNanos + Math.multiplyExact(step.untilNanos().getAsLong(), step.repeat())
        : Long.MAX_VALUE;
  }

  private void begin(int repeat, long startNanos) {
    current =
        new StepStart(
            step.name(),
            step.kind(),
            step.like(),
            repeat,
            step.repeat(),
            step.countsRows() ? StepStart.Unit.ROWS : StepStart.Unit.QUERIES,
            step.untilNanos(),
            step.rows(),
            step.threads(),
            step.isPaced(),
            clock.epochMillis());
    ticker.begin(current, startNanos);
  }

  /** Ticks until the end is reached, the workers have nothing left to do, or the run stops. */
  private void watch(long startNanos) {
    long interval = context.settings().intervalNanos();
    long repeatNanos = step.untilNanos().orElse(Long.MAX_VALUE / 2);
    long border = startNanos + repeatNanos;
    nextTickNanos = startNanos + interval;
    int repeat = 1;
    while (!crew.isDone() && !context.control().isStopped()) {
      clock.parkUntil(Math.min(nextTickNanos, border));
      long now = clock.nanoTime();
      boolean full = now >= nextTickNanos;
      if (now >= border) {
        if (repeat == step.repeat()) {
          return;
        }
        ended(ticker.close(full, now), Outcome.NOTHING, false);
        begin(++repeat, now);
        border += repeatNanos;
      } else if (full && now >= ticker.nextReportNanos()) {
        ticker.closePeriod(true);
      } else if (full) {
        ticker.tick(true);
      }
      while (nextTickNanos <= now) {
        nextTickNanos += interval;
      }
    }
  }

  private void finish(long startNanos) throws InterruptedException {
    boolean interrupted = context.control().isInterrupted();
    crew.awaitDone(interrupted ? INTERRUPTED_GRACE_NANOS : GRACE_NANOS);
    long last = crew.lastOperationNanos(startNanos);
    long now = clock.nanoTime();
    OptionalLong until = step.untilNanos();
    boolean ranToTheEnd = until.isPresent() && now >= endNanos(startNanos);
    long end = ranToTheEnd ? Math.max(last, endNanos(startNanos)) : last > startNanos ? last : now;
    boolean fullInterval = ranToTheEnd && nextTickNanos <= endNanos(startNanos);
    Ticker.Closed closed = ticker.close(fullInterval, end);
    boolean complete = !context.control().isStopped();
    ended(closed, context.experiment().finished(step, complete), true);
  }

  private void ended(Ticker.Closed closed, Outcome outcome, boolean last) {
    StepResult result =
        new StepResult(
            current,
            closed.whole(),
            outcome.rows(),
            closed.periods(),
            outcome.facts(),
            outcome.problems(),
            last && context.control().isInterrupted(),
            last ? context.control().failure() : Optional.empty());
    results.add(result);
    context.listener().stepEnded(result);
  }
}

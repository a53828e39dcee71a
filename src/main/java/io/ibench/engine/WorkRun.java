package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.engine.Patience.Call;
import io.ibench.measure.Clock;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.Target;
import io.ibench.workload.Experiment.End;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs a step of workers on the coordinating thread, which ticks meanwhile. Repeats are one
 * continuous run: at the border between two only the books are closed.
 */
final class WorkRun {

  /** What an operation in flight at the end may still take. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long INTERRUPTED_GRACE_NANOS = BoundedWait.INTERRUPTED_NANOS;

  private final StepContext context;
  private final Step.Work step;
  private final Clock clock;
  private final Crew crew;
  private final List<StepResult> results = new ArrayList<>();
  private Ticker ticker;
  private StepStart current;
  private long nextTick;

  WorkRun(StepContext context, Step.Work step) {
    this.context = context;
    this.step = step;
    this.clock = context.clock();
    this.crew = new Crew(context, step);
  }

  /**
   * Runs all repeats; a result for each that was begun. Whatever it throws, its workers have been
   * told to end, and were waited for.
   */
  List<StepResult> run() throws InterruptedException {
    try {
      work();
      return results;
    } catch (InterruptedException e) {
      context.control().interrupt();
      crew.awaitDone(INTERRUPTED_GRACE_NANOS, () -> {});
      throw e;
    } catch (RuntimeException | Error e) {
      context.control().fail("step " + step.name() + " broke off: " + e);
      crew.awaitDone(INTERRUPTED_GRACE_NANOS, () -> {});
      throw e;
    }
  }

  private void work() throws InterruptedException {
    crew.start();
    crew.awaitReady();
    ticker =
        new Ticker(
            clock,
            context.listener(),
            context.probes(),
            context.settings(),
            context.shape(ClientRecorders.clients(step), step.isPaced()),
            new Ticker.Crew(
                crew.recorders(),
                crew.tallies(),
                crew::working,
                crew::oldestInFlightNanos,
                crew::endedNanos,
                context.outages(),
                crew::readTimes,
                context.experiment()::rowsInTables,
                crew.gate()));
    ticker.readGauges();
    long startNanos = clock.nanoTime();
    long startEpochMillis = clock.epochMillis();
    begin(1, startNanos, startEpochMillis);
    if (!context.control().isStopped()) {
      crew.go(new Crew.Schedule(startNanos, startEpochMillis, endNanos(startNanos)));
      watch(startNanos);
    } else {
      crew.dismiss();
    }
    finish(startNanos);
  }

  private long endNanos(long startNanos) {
    return step.untilNanos().isPresent()
        ? startNanos + Math.multiplyExact(step.untilNanos().getAsLong(), step.repeat())
        : Long.MAX_VALUE;
  }

  private void begin(int repeat, long startNanos, long startEpochMillis) {
    current = start(step, repeat, startEpochMillis);
    ticker.begin(current, startNanos);
  }

  static StepStart start(Step.Work step, int repeat, long startEpochMillis) {
    return new StepStart(
        step.name(),
        step.kind(),
        step.like(),
        repeat,
        step.repeat(),
        step.countsRows() ? StepStart.Unit.ROWS : StepStart.Unit.QUERIES,
        step.untilNanos(),
        step.operations(),
        step.rows(),
        step.threads(),
        step.isPaced(),
        startEpochMillis,
        targets(step),
        ClientRecorders.clients(step));
  }

  /** The rates that groups are to hold, of all clients together. */
  private static List<Target> targets(Step.Work step) {
    boolean alone = step.groups().size() == 1;
    return step.groups().stream()
        .filter(group -> !group.rate().isUnlimited())
        .map(
            group ->
                new Target(
                    alone ? "" : group.name(),
                    Role.valueOf(group.role().name()),
                    group.rate().count()
                        * SECOND_NANOS
                        / group.rate().perNanos()
                        * group.clients()))
        .toList();
  }

  /**
   * Ticks until the end is reached, the workers have nothing left to do, or the run stops. A border
   * that was overslept is closed all the same, late: every repeat that was asked for is reported.
   */
  private void watch(long startNanos) throws InterruptedException {
    long interval = context.settings().intervalNanos();
    long repeatNanos = step.untilNanos().orElse(Long.MAX_VALUE / 2);
    long border = startNanos + repeatNanos;
    nextTick = startNanos + interval;
    CompilerRelief relief =
        new CompilerRelief(clock, context.probes().compiler(), crew.gate(), startNanos);
    int repeat = 1;
    while (!context.control().isStopped() && (!crew.isDone() || clock.nanoTime() >= border)) {
      long next = Math.min(Math.min(nextTick, border), relief.nextNanos());
      crew.gate().nextTickAt(next);
      clock.parkUntil(next);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while step " + step.name() + " was running");
      }
      long now = clock.nanoTime();
      if (now >= border) {
        if (repeat == step.repeat()) {
          return;
        }
        Ticker.Closed closed = ticker.closeAtBorder();
        ended(closed, Outcome.NOTHING, false);
        begin(++repeat, closed.whole().endNanos(), closed.whole().endEpochMillis());
        border += repeatNanos;
      } else if (now >= nextTick && crew.isAtWork()) {
        tick(now);
      }
      while (nextTick <= now) {
        nextTick += interval;
      }
      if (now >= next) {
        relief.relieve();
      }
    }
  }

  private void tick(long now) {
    if (ticker.isReportDue(now)) {
      ticker.closePeriod();
    } else {
      ticker.tick();
    }
  }

  private void finish(long startNanos) throws InterruptedException {
    crew.gate().open();
    boolean interrupted = context.control().isInterrupted();
    crew.awaitDone(interrupted ? INTERRUPTED_GRACE_NANOS : GRACE_NANOS, this::tickWhileInFlight);
    long last = crew.lastOperationNanos(startNanos);
    long now = clock.nanoTime();
    boolean ranToTheEnd = step.untilNanos().isPresent() && now >= endNanos(startNanos);
    long end = ranToTheEnd ? Math.max(last, endNanos(startNanos)) : last > startNanos ? last : now;
    Ticker.Closed closed = ticker.close(end);
    ended(closed, closeBooks(interrupted ? INTERRUPTED_GRACE_NANOS : GRACE_NANOS), true);
  }

  /**
   * The step lasts until its last operation ends, and so do its intervals. What passes while nobody
   * carries out an operation may be after that end.
   */
  private void tickWhileInFlight() {
    long now = clock.nanoTime();
    if (now >= nextTick && crew.oldestInFlightNanos(now) > 0) {
      ticker.tick();
      while (nextTick <= now) {
        nextTick += context.settings().intervalNanos();
      }
    }
  }

  /** The experiment's books of the step, closed after the measurement. */
  private Outcome closeBooks(long graceNanos) throws InterruptedException {
    End end =
        !crew.isAccountedFor()
            ? End.ABANDONED
            : context.control().isStopped() ? End.STOPPED : End.COMPLETE;
    boolean waits = !context.control().isStopped();
    long mostNanos = graceNanos + (waits ? context.settings().outageMaxNanos() : 0);
    return new BoundedCall(context.control(), "ibench-" + step.name() + "-books")
        .run(() -> finished(end, waits), mostNanos)
        .orElse(Outcome.NOTHING);
  }

  /** A step may end while the server is away. */
  private Outcome finished(End end, boolean waits) throws DatabaseException {
    Call<Outcome> call = () -> context.experiment().finished(step, end);
    return waits
        ? context.patience(context.streamSeed()).call(call, () -> false).orElse(Outcome.NOTHING)
        : call.call();
  }

  /** That the client needed CPUs that its workers had taken, if for more than 1 % of the time. */
  private Optional<String> heldUp(PeriodResult whole) {
    long held = crew.gate().takeHeldNanos();
    long nanos = whole.endNanos() - whole.startNanos();
    return held <= nanos / 100
        ? Optional.empty()
        : Optional.of(
            String.format(
                "workers were held up for %.1f s in all, so that the client's own clock and"
                    + " compiler got a CPU",
                held / SECOND_NANOS));
  }

  private void ended(Ticker.Closed closed, Outcome outcome, boolean last) {
    List<String> facts = new ArrayList<>(outcome.facts());
    facts.addAll(context.plan().facts(closed.whole().tallies()));
    ClientRecorders.whyTogether(step).ifPresent(facts::add);
    facts.addAll(context.outages().drainFacts());
    heldUp(closed.whole()).ifPresent(facts::add);
    FirstFailures failures = context.control().firstFailures();
    StepResult result =
        new StepResult(
            current,
            closed.whole(),
            outcome.rows(),
            closed.periods(),
            facts,
            outcome.problems(),
            last && context.control().isInterrupted(),
            last ? context.control().failure() : Optional.empty(),
            last ? crew.lost() : 0,
            last ? failures.takeAll() : failures.takeUntil(closed.whole().endNanos()));
    results.add(result);
    context.listener().stepEnded(result);
  }
}

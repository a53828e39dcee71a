package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.engine.ReconnectBackoff.Call;
import io.ibench.measure.Clock;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PartSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepAnswers;
import io.ibench.measure.StepEnding;
import io.ibench.measure.StepGoal;
import io.ibench.measure.StepIdentity;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepTexts;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a step of workers; the coordinating thread ticks while they work. Repeats are one continuous
 * run: at the boundary between two repeats only the counters are closed.
 */
final class WorkRun {

  /** The time that an operation in flight at the end may still take. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** What listeners need before a start that several processes agree on. */
  private static final long BEFORE_START_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long INTERRUPTED_GRACE_NANOS = BoundedWait.INTERRUPTED_NANOS;
  private static final StepAnswers UNKNOWN_IN_REPEATS =
      StepAnswers.unknown("repeats are one continuous run: they have no checksums of their own");

  private final StepContext context;
  private final Step.Work step;
  private final Continuation continuation;
  private final Clock clock;
  private final Peers peers;

  @SuppressWarnings("NullAway.Init") // run() makes it before all else
  private StepWorkers stepWorkers;

  private final List<StepResult> results = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // as stepWorkers
  private StallWatch stalls;

  @SuppressWarnings("NullAway.Init") // as stepWorkers
  private SilenceWatch silence;

  @SuppressWarnings("NullAway.Init") // work() makes it before the first tick
  private Ticker ticker;

  @SuppressWarnings("NullAway.Init") // work() sets it before the workers begin
  private StepStart current;

  private long nextTick;
  private boolean peersAwaited;
  private final Optional<RateWatch> rateWatch;
  private boolean endedByRate;

  /** The rows that a continued load has found in the tables, and that no interval has counted. */
  private long uncountedRows;

  private long operationsLeft;
  private final List<String> losses = new ArrayList<>();
  private final List<String> recounted = new ArrayList<>();

  WorkRun(StepContext context, Step.Work step) {
    this.context = context;
    this.step = step;
    this.clock = context.clock();
    this.peers = context.peers();
    this.continuation = context.continuation().of(step);
    this.rateWatch =
        step.rateGoal()
            .map(
                goal ->
                    new RateWatch(
                        goal,
                        step.countsRows() ? Role.INSERT : Role.QUERY,
                        context.settings().intervalNanos()));
  }

  /**
   * Runs all repeats; returns a result for each one that began. Before it throws, it stops the
   * workers and waits for them.
   */
  List<StepResult> run() throws InterruptedException {
    OptionalLong found = goOn();
    stepWorkers = new StepWorkers(context, continuation.rest(step, continuation.inserted(found)));
    stalls = stepWorkers.stallWatch();
    silence = stepWorkers.silenceWatch();
    try {
      work();
      return results;
    } catch (InterruptedException e) {
      context.control().interrupt();
      stepWorkers.awaitDone(INTERRUPTED_GRACE_NANOS, () -> {});
      throw e;
    } catch (RuntimeException | Error e) {
      context.control().fail("step " + step.name() + " broke off: " + e);
      stepWorkers.awaitDone(INTERRUPTED_GRACE_NANOS, () -> {});
      throw e;
    }
  }

  private void work() throws InterruptedException {
    stepWorkers.start();
    stepWorkers.awaitReady();
    if (!context.control().isStopped()) {
      context.outages().answered();
    }
    ticker =
        new Ticker(
            clock,
            context.listener(),
            context.gauges(),
            context.settings(),
            context.shape(ClientRecorders.clients(step), step.isPaced()),
            new StepActivity(
                stepWorkers.recorders(),
                stepWorkers.workloadCounters(),
                stepWorkers::working,
                stepWorkers::oldestInFlightNanos,
                stepWorkers::endedNanos,
                context.outages(),
                stalls,
                stepWorkers::readTimes,
                StepActivity.TableRows.of(context.experiment()),
                stepWorkers.gate(),
                () -> ""));
    CompilerRelief.settle(clock, context.gauges().compiler(), context.control());
    ticker.readGauges();
    long startNanos = awaitStart();
    long lateNanos = clock.nanoTime() - startNanos;
    long startEpochMillis = clock.epochMillis() - TimeUnit.NANOSECONDS.toMillis(lateNanos);
    stalls.begin(startNanos);
    silence.begin(startNanos);
    stalls.onBegin(stall -> context.listener().stallBegan(current, stall));
    current =
        start(
            step,
            continuation.firstRepeat(),
            continuation.startEpochMillis(startEpochMillis),
            continuation.reached(),
            peers.division());
    ticker.begin(current, startNanos, startEpochMillis, continuation);
    awaitMoment(startNanos);
    if (!context.control().isStopped()) {
      peers.started(clock.nanoTime());
      stepWorkers.go(
          new Schedule(startNanos, startEpochMillis, endNanos(startNanos), alreadyDoneNanos()));
      watch(startNanos);
    } else {
      stepWorkers.dismiss();
    }
    finish(startNanos);
  }

  /** Now, or soon before the start that several processes agree on. */
  private long awaitStart() throws InterruptedException {
    if (peers.isAlone()) {
      return clock.nanoTime();
    }
    long start = peers.agreeOnStart(context.control());
    awaitMoment(start - BEFORE_START_NANOS);
    ticker.readQuickGauges();
    return start;
  }

  private void awaitMoment(long nanos) {
    while (clock.nanoTime() < nanos && !context.control().isStopped()) {
      clock.parkUntil(nanos);
    }
  }

  /**
   * Finds out what the earlier process has done of the step, if there was one.
   *
   * @return the rows of the tables that operations do not delete, if they were counted
   */
  private OptionalLong goOn() throws InterruptedException {
    if (continuation.isOfStep() && step.complete()) {
      continueLoad();
      return OptionalLong.empty();
    }
    OptionalLong found = isRecounted() ? recount() : OptionalLong.empty();
    if (continuation.isOfStep() && step.operations().isPresent()) {
      recounted.add("resumed: operations after the last interval that is counted were done again");
    } else if (continuation.isOfStep() && step.rows().isPresent()) {
      recounted.add(uncounted(continuation.inserted(found)));
    }
    return found;
  }

  private String uncounted(OptionalLong inserted) {
    return inserted.isPresent()
        ? String.format(
            Locale.ROOT,
            "resumed: %,d rows that were inserted after the last interval that is counted are in the"
                + " tables, but in no figure",
            inserted.getAsLong() - continuation.countedRows())
        : "resumed: rows that were inserted after the last interval that is counted were inserted"
            + " again";
  }

  /** Finds out, before the measurement, which rows the earlier process has loaded. */
  private void continueLoad() {
    try {
      long found = context.experiment().continueLoad(step, context.database());
      uncountedRows = found - continuation.countedRows();
      continuation.lost(found).ifPresent(losses::add);
    } catch (DatabaseException e) {
      context.control().fail(e.kind().label() + ": " + e.getMessage());
    }
  }

  /** A process has died in the middle of writes, so that nobody knows what the tables contain. */
  private boolean isRecounted() {
    return context.continuation().segment() > 0
        && step.use() == TableUse.WRITES
        && step.equals(context.plan().steps().get(0))
        && context.database().keepsData()
        && context.experiment().totals().isEmpty();
  }

  /** Scans the tables, before the measurement, on a thread that an interrupt ends. */
  private OptionalLong recount() throws InterruptedException {
    AtomicReference<OptionalLong> found = new AtomicReference<>(OptionalLong.empty());
    Thread thread = new Thread(() -> recount(found), "ibench-" + step.name() + "-recount");
    thread.setDaemon(true);
    thread.start();
    BoundedWait wait = new BoundedWait(context.control());
    if (!wait.await(nanos -> hasEnded(thread, nanos), Long.MAX_VALUE)) {
      thread.interrupt();
    }
    if (Objects.requireNonNull(found.get()).isPresent()) {
      long rows = found.get().getAsLong();
      Optional<String> lost = context.continuation().lostSince(rows);
      lost.ifPresent(losses::add);
      String kept = lost.isPresent() ? "" : "; none that was acknowledged is lost";
      boolean known = context.continuation().lastingRows().isPresent();
      recounted.add(String.format(Locale.ROOT, "recounted: %,d rows%s", rows, known ? kept : ""));
    }
    return found.get();
  }

  private void recount(AtomicReference<OptionalLong> found) {
    try {
      found.set(context.experiment().recount(context.database()));
    } catch (DatabaseException e) {
      context.control().fail("recount: " + e.kind().label() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      context.control().threadInterrupted();
    } catch (RuntimeException | Error e) {
      context.control().fail("recount died: " + e);
      throw e;
    }
  }

  private long endNanos(long startNanos) {
    OptionalLong length = step.lengthNanos();
    return length.isPresent()
        ? startNanos + length.getAsLong() - alreadyDoneNanos()
        : Long.MAX_VALUE;
  }

  /** The time of the step that earlier processes have done. */
  private long alreadyDoneNanos() {
    return step.nanosBefore(continuation.firstRepeat()) + continuation.doneNanos();
  }

  private void begin(int repeat, long startNanos, long startEpochMillis) {
    current = start(step, repeat, startEpochMillis, StepStart.Reached.NOTHING, peers.division());
    ticker.begin(current, startNanos);
  }

  static StepStart start(
      Step.Work step,
      int repeat,
      long startEpochMillis,
      StepStart.Reached reached,
      Division division) {
    return new StepStart(
        new StepIdentity(
            step.name(), step.kind(), purpose(step), step.like(), repeat, step.repeat()),
        step.countsRows() ? StepStart.Unit.ROWS : StepStart.Unit.QUERIES,
        new StepGoal(
            step.repeatNanos(repeat),
            part(step.operations(), step, division),
            part(step.rows(), step, division),
            step.nanosBefore(repeat),
            step.mainOperation(),
            step.rateGoal()),
        division.threads(step),
        step.isPaced(),
        startEpochMillis,
        targets(step, repeat, division),
        ClientRecorders.clients(step),
        reached);
  }

  /** This process' part of a number; of clients or threads that differ, to the nearest one. */
  private static OptionalLong part(OptionalLong all, Step.Work step, Division division) {
    return all.isEmpty() || division.isWhole()
        ? all
        : OptionalLong.of(
            Math.round((double) all.getAsLong() * division.threads(step) / step.threads()));
  }

  private static StepPurpose purpose(Step.Work step) {
    if (step.profile().filter(Profile::trial).isPresent()) {
      return StepPurpose.TRIAL;
    }
    if (step.use() == TableUse.LOADS) {
      return StepPurpose.LOAD;
    }
    return step.kind().equals(StepKind.WARMUP) ? StepPurpose.WARMUP : StepPurpose.MAIN;
  }

  /** The groups' target rates, all clients of this process together. */
  private static List<RateTarget> targets(Step.Work step, int repeat, Division division) {
    boolean alone = step.groups().size() == 1;
    return step.groups().stream()
        .filter(group -> !group.rate().isUnlimited() && !group.holdsSnapshots())
        .map(
            group ->
                target(step, repeat, group, alone ? "" : group.name(), clients(group, division)))
        .toList();
  }

  /** The clients of a group that this process does; less than 1 for some threads of one client. */
  private static double clients(Step.Group group, Division division) {
    return (double) division.threads(group) / group.threads();
  }

  private static RateTarget target(
      Step.Work step, int repeat, Step.Group group, String name, double clients) {
    Optional<Profile> changing = step.profileOf(group);
    double perSecond = group.rate().perSecond();
    Optional<RateTarget.Segment> part = Optional.empty();
    if (changing.isPresent()) {
      Profile profile = changing.get();
      Profile.Segment segment = profile.segments().get(repeat - 1);
      perSecond = profile.meanPerSecond(segment);
      part =
          Optional.of(
              new RateTarget.Segment(
                  profile.perSecond(segment.from()) * clients,
                  profile.perSecond(segment.to()) * clients));
    }
    boolean shared =
        step.groups().stream()
            .anyMatch(other -> other.role() == group.role() && other.rate().isUnlimited());
    return new RateTarget(name, group.role(), perSecond * clients, part, shared);
  }

  /**
   * Ticks until the end is reached, the workers are done, or the run stops. A boundary that the
   * ticker missed is closed late: every planned repeat is reported.
   */
  private void watch(long startNanos) throws InterruptedException {
    long interval = context.settings().intervalNanos();
    int repeat = continuation.firstRepeat();
    long boundary =
        startNanos + step.repeatNanos(repeat).orElse(Long.MAX_VALUE / 2) - continuation.doneNanos();
    nextTick = startNanos + interval;
    CompilerRelief relief =
        new CompilerRelief(clock, context.gauges().compiler(), stepWorkers.gate(), startNanos);
    while (!context.control().isStopped()
        && (!stepWorkers.isDone() || clock.nanoTime() >= boundary)) {
      long next = Math.min(Math.min(nextTick, boundary), relief.nextNanos());
      stepWorkers.gate().nextTickAt(next);
      clock.parkUntil(Math.min(next, stalls.nextNanos()));
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while step " + step.name() + " was running");
      }
      long now = clock.nanoTime();
      stalls.look(now);
      silence.look(now);
      awaitPeersOnce();
      if (now >= boundary) {
        if (repeat == step.repeat()) {
          return;
        }
        Ticker.Closed closed = ticker.closeAtBoundary();
        ended(closed, Outcome.NOTHING, false, UNKNOWN_IN_REPEATS);
        begin(++repeat, closed.whole().endNanos(), closed.whole().endEpochMillis());
        boundary += step.repeatNanos(repeat).orElseThrow();
      } else if (now >= nextTick && stepWorkers.isAtWork()) {
        ticker.tickOrClosePeriod(now);
        if (isEndedByRate()) {
          endedByRate = true;
          stepWorkers.end();
          return;
        }
      }
      while (nextTick <= now) {
        nextTick += interval;
      }
      if (now >= next) {
        relief.relieve();
      }
    }
  }

  private boolean isEndedByRate() {
    return rateWatch
        .filter(watch -> watch.isDue(ticker.fullIntervals()))
        .filter(watch -> watch.isReached(ticker.intervals()))
        .isPresent();
  }

  /** The background goes on until the foregrounds of all processes have ended. */
  private void awaitPeersOnce() {
    if (!peersAwaited && stepWorkers.awaitsPeers()) {
      peersAwaited = true;
      peers.ownEnded(stepWorkers.ownEndNanos().getAsLong(), stepWorkers::end, context.control());
    }
  }

  private void finish(long startNanos) throws InterruptedException {
    stepWorkers.gate().open();
    boolean hurried = context.control().isHurried();
    stepWorkers.awaitDone(hurried ? INTERRUPTED_GRACE_NANOS : GRACE_NANOS, this::tickWhileInFlight);
    long last = stepWorkers.lastOperationNanos(startNanos);
    long now = clock.nanoTime();
    boolean ranToTheEnd = step.lengthNanos().isPresent() && now >= endNanos(startNanos);
    long end = ranToTheEnd ? Math.max(last, endNanos(startNanos)) : last > startNanos ? last : now;
    Ticker.Closed closed = ticker.close(end);
    StepAnswers answers = answers(closed.whole(), ranToTheEnd || endedByRate);
    if (ranToTheEnd && !context.control().isStopped()) {
      operationsLeft = stepWorkers.operationsLeft();
    }
    long own = closed.whole().rows(context.roles(), Role.INSERT);
    Optional<Peers.Counted> others =
        peers.exchange(
            new Peers.Counted(own, countedForPeers()),
            stepWorkers.ownEndNanos().orElse(end),
            context.control());
    others.ifPresent(this::addCounted);
    long inserted = own + others.map(Peers.Counted::rows).orElse(0L);
    Outcome outcome =
        closeBooks(hurried ? INTERRUPTED_GRACE_NANOS : GRACE_NANOS, inserted, others.isPresent());
    ended(closed, outcome, true, answers);
  }

  private Map<Integer, long[]> countedForPeers() {
    return peers.isAlone() ? Map.of() : stepWorkers.countedByTotals(step);
  }

  private void addCounted(Peers.Counted others) {
    others
        .counters()
        .forEach(
            (totals, values) -> {
              WorkloadCounters counted = new WorkloadCounters(values.length);
              for (int i = 0; i < values.length; i++) {
                counted.add(i, values[i]);
              }
              context.experiment().addCounted(totals, counted);
            });
  }

  /**
   * The step and its intervals last until the last operation ends. Time without an operation in
   * flight may be after that end.
   */
  private void tickWhileInFlight() {
    long now = clock.nanoTime();
    stalls.look(now);
    if (now >= nextTick && stepWorkers.oldestInFlightNanos(now) > 0) {
      ticker.tick();
      while (nextTick <= now) {
        nextTick += context.settings().intervalNanos();
      }
    }
  }

  /**
   * Ends the step in the workload's books and in the register, after the measurement.
   *
   * @param inserted the rows that the step has inserted
   * @param known whether it is known what the workers of other processes have done
   */
  private Outcome closeBooks(long graceNanos, long inserted, boolean known)
      throws InterruptedException {
    End end =
        !stepWorkers.isAccountedFor() || !known
            ? End.ABANDONED
            : context.control().isStopped() ? End.STOPPED : End.COMPLETE;
    boolean waits = !context.control().isStopped();
    long maxNanos = graceNanos + (waits ? context.outageLeftNanos() : 0);
    List<String> differences = stepWorkers.register().differences(end, inserted + uncountedRows);
    AtomicReference<String> stage = new AtomicReference<>("the end of step " + step.name());
    Outcome outcome =
        callBounded(() -> finished(end, waits, differences.isEmpty(), stage), stage, maxNanos)
            .orElse(Outcome.NOTHING);
    List<String> problems = new ArrayList<>(outcome.problems());
    problems.addAll(differences);
    problems.addAll(losses);
    List<String> facts = new ArrayList<>(recounted);
    facts.addAll(outcome.facts());
    return new Outcome(outcome.rows(), facts, problems);
  }

  /**
   * Calls the database on a separate thread: a server that hangs must not keep the coordinator from
   * writing the results. What the server does not answer within {@code outage.silent} is broken
   * off. A failure of the call ends the run; the result is then empty.
   *
   * @param stage what the call is just doing, for the user
   */
  private <T> Optional<T> callBounded(Call<T> call, AtomicReference<String> stage, long maxNanos)
      throws InterruptedException {
    AtomicReference<T> result = new AtomicReference<>();
    Thread thread = new Thread(() -> call(call, stage, result), "ibench-" + step.name() + "-books");
    thread.setDaemon(true);
    thread.start();
    BoundedWait wait = new BoundedWait(context.control());
    long silentNanos = context.settings().outages().silentNanos();
    long leftNanos = maxNanos;
    while (!wait.await(nanos -> hasEnded(thread, nanos), Math.min(leftNanos, silentNanos))) {
      leftNanos -= Math.min(leftNanos, silentNanos);
      if (leftNanos == 0 || context.control().isHurried()) {
        context.control().fail(stage.get() + ": no answer in time");
        break;
      }
      context.database().abort();
    }
    return Optional.ofNullable(result.get());
  }

  private static boolean hasEnded(Thread thread, long withinNanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, withinNanos);
    return !thread.isAlive();
  }

  private <T> void call(Call<T> call, AtomicReference<String> stage, AtomicReference<T> result) {
    try {
      result.set(call.call());
    } catch (DatabaseException e) {
      context.control().fail(stage.get() + ": " + e.kind().label() + ": " + e.getMessage());
    } catch (RuntimeException | Error e) {
      context.control().fail(stage.get() + " died: " + e);
      throw e;
    }
  }

  /** A step may end while the server is away. */
  private Outcome finished(End end, boolean waits, boolean asPlanned, AtomicReference<String> stage)
      throws DatabaseException {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    Call<Outcome> call =
        () -> {
          Outcome made = outcome.get();
          if (made == null) {
            made = context.experiment().finished(step, end);
            outcome.set(made);
          }
          stage.set("ibench_tables");
          stepWorkers.register().end(end, asPlanned);
          return made;
        };
    return waits
        ? context
            .backoffAfterOutage(context.streamSeed())
            .call(call, () -> false)
            .orElse(Outcome.NOTHING)
        : call.call();
  }

  /** Reports workers that were held up for more than 1 % of the time. */
  private Optional<String> heldUp(PeriodResult whole) {
    long held = stepWorkers.gate().takeHeldNanos();
    long nanos = whole.nanos();
    return held <= nanos / 100
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "ibench held its workers up for %.1f s in all: its own clock and compiler needed"
                    + " a CPU",
                held / SECOND_NANOS));
  }

  /** After the last operation. */
  private StepAnswers answers(PeriodResult whole, boolean byTime) {
    Optional<String> varies =
        context.repeatability().varies(step, whole, context.control().isStopped(), byTime);
    if (!stepWorkers.isAccountedFor()) {
      return StepAnswers.unknown("a worker has not ended properly");
    }
    if (continuation.isOfStep()) {
      return StepAnswers.unknown("a part of the step was done before the run was resumed");
    }
    if (step.repeat() > 1) {
      return UNKNOWN_IN_REPEATS;
    }
    Map<Integer, Long> checksums = new HashMap<>();
    try {
      for (OperationSummary each : whole.operations()) {
        checksums.put(each.operation(), stepWorkers.checksum(each.operation()));
      }
    } catch (RuntimeException e) {
      // The figures of a long step are worth more than its checksums.
      return StepAnswers.unknown("the workload's checksum failed: " + e);
    }
    return new StepAnswers(checksums, Optional.empty(), varies);
  }

  /** The parts in which anything was recorded since the last repeat. */
  private List<PartSummary> parts() {
    List<Plan.Part> all = context.plan().parts();
    List<OperationStats> stats = stepWorkers.drainParts(all.size());
    List<PartSummary> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (stats.get(i).successes() > 0) {
        LatencySummary service = LatencySummary.of(stats.get(i).service());
        parts.add(new PartSummary(all.get(i).operation(), all.get(i).name(), service));
      }
    }
    return parts;
  }

  private List<String> rates(PeriodResult whole) {
    long[] successes = new long[context.plan().operations().size()];
    whole.operations().forEach(each -> successes[each.operation()] = each.count());
    return context.plan().rates(step, whole.workloadCounters(), successes, whole.seconds());
  }

  private void ended(Ticker.Closed closed, Outcome outcome, boolean last, StepAnswers answers) {
    List<String> facts = new ArrayList<>(rates(closed.whole()));
    facts.addAll(outcome.facts());
    ClientRecorders.whyTogether(step).ifPresent(facts::add);
    facts.addAll(context.outages().drainFacts());
    facts.addAll(silence.drainFacts());
    facts.addAll(closed.clockFacts());
    List<String> details = new ArrayList<>(context.plan().facts(closed.whole().workloadCounters()));
    heldUp(closed.whole()).ifPresent(details::add);
    details.addAll(silence.drainDetails());
    FirstFailures failures = context.control().firstFailures();
    StepResult result =
        StepResultBuilder.builder()
            .step(current)
            .whole(closed.whole())
            .rows(outcome.rows())
            .periods(closed.periods())
            .texts(new StepTexts(facts, details, outcome.problems()))
            .ending(
                new StepEnding(
                    last && context.control().isInterrupted(),
                    last ? context.control().failure() : Optional.empty(),
                    last ? stepWorkers.lost() : 0,
                    last ? failures.takeAll() : failures.takeUntil(closed.whole().endNanos()),
                    operationsLeft,
                    rateWatch.map(watch -> watch.end(closed.whole().intervals()))))
            .answers(Optional.of(answers))
            .parts(parts())
            .agent(last ? peers.times() : Optional.empty())
            .build();
    results.add(result);
    context.listener().stepEnded(result);
  }
}

package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.RateGoal;
import io.ibench.measure.WorkloadCounter;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Pacing;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan with one operation and one counter, whose workers and actions a test provides. */
final class FakePlan implements Plan, WorkloadRun {

  /** Makes the worker of a thread, on that thread. */
  interface Workers {
    Worker worker(int number, Session session, Random64 random) throws DatabaseException;
  }

  /** What happens when a step of workers is over. */
  interface Ending {
    void run() throws DatabaseException;
  }

  /** What an action does. */
  interface Action {
    Outcome act() throws DatabaseException, InterruptedException;
  }

  private final List<Step> steps;
  private Workers workers = (number, session, random) -> new FakeWorker(() -> 1);
  private Action action = () -> Outcome.NOTHING;
  private List<String> leftBehind = List.of();
  private Outcome outcomeOfWork = Outcome.NOTHING;
  private final List<String> finished = new ArrayList<>();
  private Ending whenFinished = () -> {};

  FakePlan(Step... steps) {
    this.steps = List.of(steps);
  }

  /** What an action says when it is abandoned. */
  void leaving(String... facts) {
    leftBehind = List.of(facts);
  }

  FakePlan with(Workers makeWorkers) {
    workers = makeWorkers;
    return this;
  }

  FakePlan acting(Action act) {
    action = act;
    return this;
  }

  FakePlan finishing(Ending ending) {
    whenFinished = ending;
    return this;
  }

  FakePlan withOutcomeOfWork(Outcome outcome) {
    outcomeOfWork = outcome;
    return this;
  }

  static Step action(String name) {
    return new Step.Action(name, name, Optional.empty(), TableUse.READS);
  }

  static Step indexing(String name) {
    return new Step.Action(name, name, Optional.empty(), TableUse.INDEXES);
  }

  /** Without a rate, {@code repeat} times for this time. */
  static Step.Work lasting(String name, int threads, long untilNanos, int repeat) {
    return work(name, threads, OptionalLong.of(untilNanos), OptionalLong.empty(), repeat);
  }

  /** Without a rate, until this many operations are done. */
  static Step.Work counting(String name, int threads, long operations) {
    return work(name, threads, OptionalLong.empty(), OptionalLong.of(operations), 1);
  }

  /** Without a rate, until the workers have nothing left to do. */
  static Step.Work loading(String name, int threads) {
    return work(name, threads, OptionalLong.empty(), OptionalLong.empty(), 1);
  }

  private static Step.Work work(
      String name, int threads, OptionalLong untilNanos, OptionalLong operations, int repeat) {
    Step.Group group = new Step.Group("", threads, Rate.UNLIMITED, 1);
    return new Step.Work(
        name,
        name,
        Optional.empty(),
        TableUse.WRITES,
        untilNanos,
        operations,
        repeat,
        OptionalLong.empty(),
        false,
        List.of(group),
        Optional.empty());
  }

  /** The same, which what is known of its rate ends before its time. */
  static Step.Work until(Step.Work step, RateGoal goal) {
    return new Step.Work(
        step.name(),
        step.kind(),
        step.like(),
        step.use(),
        step.untilNanos(),
        step.operations(),
        step.repeat(),
        step.rows(),
        step.countsRows(),
        step.groups(),
        step.profile(),
        Optional.of(goal));
  }

  /** For this time, at a rate, paced evenly. */
  static Step.Work paced(String name, int threads, long untilNanos, Rate rate) {
    return paced(name, threads, untilNanos, rate, Pacing.EVEN);
  }

  /** For this time, at a rate. */
  static Step.Work paced(String name, int threads, long untilNanos, Rate rate, Pacing pacing) {
    Step.Work step = lasting(name, threads, untilNanos, 1);
    return new Step.Work(
        name,
        name,
        step.like(),
        TableUse.WRITES,
        step.untilNanos(),
        step.operations(),
        1,
        step.rows(),
        false,
        List.of(new Step.Group("", threads, rate, pacing, 1)),
        Optional.empty());
  }

  /** The steps of workers that are over, and whether each was complete. */
  List<String> finished() {
    return finished;
  }

  @Override
  public List<LoadedTable> tables() {
    return List.of();
  }

  @Override
  public List<String> operations() {
    return List.of("WORK");
  }

  @Override
  public List<WorkloadCounter> counters() {
    return List.of(WorkloadCounter.of("done", "operations"));
  }

  @Override
  public List<String> facts(long[] tallied) {
    return List.of(tallied[0] + " done");
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  @Override
  public Map<String, StepKind> kinds() {
    return Map.of("verify", StepKind.verify());
  }

  @Override
  public Map<String, String> dataSettings() {
    return Map.of("seed", "1");
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return this;
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    context.ifAbandoned(() -> leftBehind);
    return action.act();
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return workers.worker(number, session, random);
  }

  @Override
  public Outcome finished(Step.Work step, End end) throws DatabaseException {
    finished.add(step.name() + " " + end.name().toLowerCase(Locale.ROOT));
    whenFinished.run();
    return outcomeOfWork;
  }
}

package io.ibench.testing;

import io.ibench.measure.FirstFailure;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.RateTarget;
import io.ibench.measure.StepAnswers;
import io.ibench.measure.StepEnding;
import io.ibench.measure.StepGoal;
import io.ibench.measure.StepIdentity;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.StepTexts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Builds a step that begins, or has ended: 4 workers and no goal unless a test says otherwise. */
public final class StepBuilder {

  private Optional<StepStart> begun = Optional.empty();
  private String name = "request";
  private String kind = "request";
  private StepPurpose purpose = StepPurpose.MAIN;
  private int repeat = 1;
  private int repeats = 1;
  private Unit unit = Unit.QUERIES;
  private StepGoal goal = StepGoal.NONE;
  private Optional<String> mainOperation = Optional.empty();
  private int threads = 4;
  private boolean paced;
  private long startEpochMillis;
  private List<RateTarget> targets = List.of();
  private StepStart.Reached reached = StepStart.Reached.NOTHING;
  private int clients = 1;
  private long rows;
  private List<PeriodResult> periods = List.of();
  private List<String> facts = List.of();
  private List<String> details = List.of();
  private List<String> problems = List.of();
  private boolean interrupted;
  private Optional<String> failure = Optional.empty();
  private long workersLost;
  private long operationsLeft;
  private List<FirstFailure> firstFailures = List.of();
  private Optional<StepAnswers> answers = Optional.empty();
  private Optional<RateEnd> rateEnd = Optional.empty();

  private StepBuilder() {}

  public static StepBuilder aStep() {
    return new StepBuilder();
  }

  /** A step that has begun already. */
  public static StepBuilder aStep(StepStart start) {
    StepBuilder builder = new StepBuilder();
    builder.begun = Optional.of(start);
    return builder;
  }

  public StepBuilder named(String ownName, String ownKind) {
    name = ownName;
    kind = ownKind;
    return this;
  }

  public StepBuilder repeat(int number, int all) {
    repeat = number;
    repeats = all;
    return this;
  }

  public StepBuilder serving(StepPurpose served) {
    purpose = served;
    return this;
  }

  public StepBuilder counting(Unit counted) {
    unit = counted;
    return this;
  }

  public StepBuilder planned(OptionalLong nanos, OptionalLong operations, OptionalLong rowCount) {
    goal = new StepGoal(nanos, operations, rowCount);
    return this;
  }

  public StepBuilder lasting(long nanos) {
    return planned(OptionalLong.of(nanos), OptionalLong.empty(), OptionalLong.empty());
  }

  public StepBuilder threads(int number) {
    threads = number;
    return this;
  }

  public StepBuilder paced(boolean isPaced) {
    paced = isPaced;
    return this;
  }

  public StepBuilder at(long epochMillis) {
    startEpochMillis = epochMillis;
    return this;
  }

  /** The operation of its queries with the largest planned share. */
  public StepBuilder mostly(String operation) {
    mainOperation = Optional.of(operation);
    return this;
  }

  /** With target rates the step is paced. */
  public StepBuilder targets(List<RateTarget> rates) {
    targets = List.copyOf(rates);
    return paced(!targets.isEmpty());
  }

  public StepBuilder clients(int number) {
    clients = number;
    return this;
  }

  /** Of a run that was resumed. */
  public StepBuilder reached(long nanos, long operations, long insertedRows) {
    reached = new StepStart.Reached(nanos, operations, insertedRows);
    return this;
  }

  public StepStart start() {
    StepIdentity identity =
        new StepIdentity(name, kind, purpose, Optional.empty(), repeat, repeats);
    return begun.orElseGet(
        () ->
            new StepStart(
                identity,
                unit,
                ofRepeat(),
                threads,
                paced,
                startEpochMillis,
                targets,
                clients,
                reached));
  }

  /** Repeats are equally long. */
  private StepGoal ofRepeat() {
    long earlierNanos = (repeat - 1) * goal.nanos().orElse(0);
    return new StepGoal(
        goal.nanos(), goal.operations(), goal.rows(), earlierNanos, mainOperation, goal.rate());
  }

  public StepBuilder rows(long number) {
    rows = number;
    return this;
  }

  public StepBuilder periods(List<PeriodResult> results) {
    periods = List.copyOf(results);
    return this;
  }

  public StepBuilder details(String... lines) {
    details = List.of(lines);
    return this;
  }

  public StepBuilder facts(String... lines) {
    facts = List.of(lines);
    return this;
  }

  public StepBuilder problems(String... lines) {
    problems = List.of(lines);
    return this;
  }

  public StepBuilder interrupted(boolean wasInterrupted) {
    interrupted = wasInterrupted;
    return this;
  }

  public StepBuilder failed(String reason) {
    failure = Optional.of(reason);
    return this;
  }

  public StepBuilder losingWorkers(long number) {
    workersLost = number;
    return this;
  }

  public StepBuilder firstFailures(FirstFailure... failures) {
    firstFailures = List.of(failures);
    return this;
  }

  public StepBuilder answers(StepAnswers given) {
    answers = Optional.of(given);
    return this;
  }

  public StepBuilder operationsLeft(long count) {
    operationsLeft = count;
    return this;
  }

  /** Ends it before its time; after {@link #planned}. */
  public StepBuilder until(RateGoal rate) {
    goal =
        new StepGoal(
            goal.nanos(), goal.operations(), goal.rows(), 0, Optional.empty(), Optional.of(rate));
    return this;
  }

  /** What was known of its rate when it ended. */
  public StepBuilder rateEnd(RateEnd end) {
    rateEnd = Optional.of(end);
    return this;
  }

  /** The step when it has ended. */
  public StepResult over(PeriodResult whole) {
    return StepResultBuilder.builder()
        .step(start())
        .whole(whole)
        .rows(rows)
        .periods(periods)
        .texts(new StepTexts(facts, details, problems))
        .ending(
            new StepEnding(
                interrupted, failure, workersLost, firstFailures, operationsLeft, rateEnd))
        .answers(answers)
        .build();
  }
}

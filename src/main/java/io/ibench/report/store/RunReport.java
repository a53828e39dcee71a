package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.RunState;
import io.ibench.verdict.Verdict;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run as summary.json describes it. All reports start from this record: a run that has just
 * ended and a stored one are shown from the same bytes. Immutable.
 *
 * <p>The components are the keys of the file, in its order; an unwrapped one stands for its own
 * components ({@link ResultJson}). docs/results.md describes them.
 *
 * @param steps the steps that are over, one entry for each repeat; then the running one, if any
 * @param gaps in which nothing worked on a run that was resumed
 * @param agents what each agent did, by rank, in a result that was merged from several; else empty
 * @param damage parts of a stored result that could not be read, one line each; empty if it is
 *     undamaged
 * @param inProgress latencies of a running step before its first report period ends; not in
 *     summary.json
 */
@RecordBuilder
public record RunReport(
    long schema,
    String workload,
    @JsonSetter(nulls = Nulls.FAIL) DatabaseInfo database,
    @JsonSetter(nulls = Nulls.FAIL) Run run,
    StoredData data,
    List<Step> steps,
    @JsonUnwrapped InsertRates rates,
    @JsonUnwrapped Outcome outcome,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StoredGap> gaps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StoredAgent> agents,
    @JsonIgnore List<String> damage,
    @JsonIgnore Optional<InProgressLatencies> inProgress) {

  static final int SCHEMA = 1;

  public RunReport {
    data = data == null ? StoredData.UNKNOWN : data;
    damage = damage == null ? List.of() : damage;
    inProgress = inProgress == null ? Optional.empty() : inProgress;
  }

  /** How many processes have worked on the run; null if it was never resumed. */
  @JsonProperty("segments")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Nullable Integer segments() {
    return gaps == null || gaps.isEmpty() ? null : gaps.size() + 1;
  }

  public long rateRows() {
    return rates.rateRows();
  }

  public List<StoredRowRate> rowRates() {
    return rates.rowRates();
  }

  public Optional<Verdict> verdict() {
    return outcome.verdict();
  }

  public List<String> reasons() {
    return outcome.reasons();
  }

  public List<StoredExpectation> expectations() {
    return outcome.expectations();
  }

  /**
   * The insert rate against rows inserted, at a few moments of the run.
   *
   * @param rateRows how many rows each rate covers; 0 without rates
   */
  public record InsertRates(
      @JsonSerialize(using = ResultJson.OrNull.class) long rateRows, List<StoredRowRate> rowRates) {

    public static final InsertRates NONE = new InsertRates(0, List.of());
  }

  /**
   * What the run is worth.
   *
   * @param verdict empty while the run goes on
   * @param reasons why it is not the best one
   * @param expectations whether each of the user's limits was kept; empty while the run goes on
   */
  @RecordBuilder
  public record Outcome(
      Optional<Verdict> verdict, List<String> reasons, List<StoredExpectation> expectations) {}

  /**
   * The run itself.
   *
   * @param versions ibench, the JVM, the driver and the server, by name
   * @param steps names of the planned steps, in order
   * @param absent why figures are missing, by metric
   * @param label what the user calls the run
   * @param tags the user's own facts about the run, by name
   */
  @RecordBuilder
  public record Run(
      String id,
      Instant started,
      long seed,
      Map<String, String> versions,
      List<String> steps,
      RunState state,
      Map<String, String> absent,
      Optional<String> label,
      Map<String, String> tags) {}

  RunReport with(Optional<InProgressLatencies> latencies) {
    return RunReportBuilder.builder(this).inProgress(latencies).build();
  }

  /** The same without the trials of a search for the highest rate. */
  public RunReport withoutTrials() {
    return with(
        steps.stream()
            .filter(step -> !step.purpose().equals(Optional.of(StepPurpose.TRIAL)))
            .toList(),
        damage);
  }

  RunReport with(List<Step> otherSteps, List<String> lost) {
    return RunReportBuilder.builder(this).steps(otherSteps).damage(List.copyOf(lost)).build();
  }

  /** The version of the ibench that measured. */
  public String version() {
    return run.versions().getOrDefault("ibench", "unknown");
  }

  public String id() {
    return run.id();
  }

  public Instant started() {
    return run.started();
  }

  public RunState state() {
    return run.state();
  }

  /** What the user calls the run. */
  public RunLabel label() {
    return new RunLabel(run.label(), run.tags());
  }

  /** Names of the planned steps, in order. */
  public List<String> plan() {
    return run.steps();
  }

  /** Why figures are missing, by metric. */
  public Map<String, String> absent() {
    return run.absent();
  }

  /**
   * The steps that decide about a run, as in {@link io.ibench.verdict.Judge}: its main steps, or
   * else its loads, or else all; and each that is INVALID. Those without a verdict are not among
   * them.
   */
  public static List<Step> decisive(List<Step> steps) {
    List<Step> judged = steps.stream().filter(step -> step.verdict().isPresent()).toList();
    for (StepPurpose purpose : List.of(StepPurpose.MAIN, StepPurpose.LOAD)) {
      if (judged.stream().anyMatch(step -> serves(step, purpose))) {
        return judged.stream()
            .filter(
                step ->
                    serves(step, purpose) || step.verdict().equals(Optional.of(Verdict.INVALID)))
            .toList();
      }
    }
    return judged;
  }

  private static boolean serves(Step step, StepPurpose purpose) {
    return step.purpose().orElse(StepPurpose.MAIN) == purpose;
  }

  /** The planned steps without any result. */
  public List<String> notBegun() {
    Set<String> begun = steps.stream().map(Step::name).collect(Collectors.toSet());
    return plan().stream().filter(name -> !begun.contains(name)).toList();
  }

  /** The planned steps whose last repeat has not ended. */
  public List<String> notOver() {
    Set<String> over =
        steps.stream()
            .filter(step -> step.state() != RunState.RUNNING && step.repeat() >= step.repeats())
            .map(Step::name)
            .collect(Collectors.toSet());
    return plan().stream().filter(name -> !over.contains(name)).toList();
  }

  /**
   * A step or one repeat of it; for the running step, its results so far.
   *
   * @param whole its whole time
   * @param before figures of the time between the previous step and this one, by their names in
   *     docs/results.md; empty without such a time, or if unknown
   * @param clients the part of each client; empty with one client
   * @param answers what its operations answered; empty without workers and before the step's end
   * @param periods its report periods, in order
   * @param agent its times beside the run's other agents; empty in a run of one process
   */
  @JsonPropertyOrder({
    "planned",
    "repeat",
    "repeats",
    "threads",
    "whole",
    "before",
    "clients",
    "answers",
    "periods",
    "texts",
    "ending",
    "workers_lost"
  })
  @RecordBuilder
  public record Step(
      @JsonUnwrapped Planned planned,
      @JsonSetter(nulls = Nulls.FAIL) long repeat,
      @JsonSetter(nulls = Nulls.FAIL) long repeats,
      @JsonUnwrapped Period whole,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> before,
      List<StoredClient> clients,
      Optional<StoredAnswers> answers,
      List<Period> periods,
      @JsonUnwrapped Texts texts,
      @JsonUnwrapped Ending ending,
      List<StoredPart> parts,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<StoredAgentStep> agent) {

    static final String THREADS = "threads";
    static final String WORKERS_LOST = "workers_lost";

    /** Figures of the whole step that have their own places in the file. */
    static final Set<String> PLACED_FIGURES = Set.of(THREADS, WORKERS_LOST);

    public String name() {
      return planned.name;
    }

    public Optional<String> like() {
      return planned.like;
    }

    public Optional<String> kind() {
      return planned.kind;
    }

    public Optional<StepPurpose> purpose() {
      return planned.purpose;
    }

    public Unit unit() {
      return planned.unit;
    }

    public boolean paced() {
      return planned.paced;
    }

    public Optional<String> mainOperation() {
      return planned.mainOperation;
    }

    public List<StoredTarget> targets() {
      return planned.targets;
    }

    public List<Double> bucketEdgesUs() {
      return planned.bucketEdgesUs;
    }

    public List<String> facts() {
      return texts.facts;
    }

    public List<String> details() {
      return texts.details;
    }

    public List<String> problems() {
      return texts.problems;
    }

    public List<String> reasons() {
      return texts.reasons;
    }

    public List<String> remarks() {
      return texts.remarks;
    }

    public List<String> drift() {
      return texts.drift;
    }

    public RunState state() {
      return ending.state;
    }

    public boolean interrupted() {
      return ending.interrupted;
    }

    public Optional<String> failure() {
      return ending.failure;
    }

    public List<StoredFailure> firstFailures() {
      return ending.firstFailures;
    }

    public List<StoredEvent> events() {
      return ending.events;
    }

    public Optional<Verdict> verdict() {
      return ending.verdict;
    }

    @JsonGetter(THREADS)
    Optional<Number> threads() {
      return whole.figures().number(Figure.THREADS);
    }

    @JsonGetter(WORKERS_LOST)
    Optional<Number> workersLost() {
      return whole.figures().number(Figure.WORKERS_LOST);
    }

    /** Whether its figures are a result of the run; also if that is unknown. */
    @JsonIgnore
    public boolean isMain() {
      return purpose().orElse(StepPurpose.MAIN) == StepPurpose.MAIN;
    }

    /** The operations that its costs are divided by; NaN if it has no rate. */
    public double costedOperations() {
      return counted(unit() == Unit.ROWS ? Figure.IPS : Figure.QPS);
    }

    /** What it has done in all, from the mean of a rate; NaN if that is not known. */
    public double counted(Figure rate) {
      return whole.figures().value(rate) * whole.figures().value(Figure.SECONDS);
    }

    /** The step's name, with the repeat's number if there are several. */
    public String title() {
      return repeats > 1 ? name() + " " + repeat : name();
    }
  }

  /**
   * What the plan says of a step.
   *
   * @param like the step whose settings it took over
   * @param purpose empty if unknown
   * @param unit counted by its rate
   * @param paced it had a target rate, so response times differ from service times
   * @param mainOperation of its queries the one with the largest planned share; empty without
   *     shares, or if unknown
   * @param targets its target rates
   * @param bucketEdgesUs the highest service time in each bucket but the last one
   */
  @RecordBuilder
  public record Planned(
      String name,
      Optional<String> like,
      Optional<String> kind,
      Optional<StepPurpose> purpose,
      Unit unit,
      boolean paced,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> mainOperation,
      List<StoredTarget> targets,
      List<Double> bucketEdgesUs) {}

  /**
   * What a step says in words.
   *
   * @param facts remarks about the step
   * @param details remarks that few readers need
   * @param problems what is wrong with the data or the step
   * @param reasons why the verdict is not the best one
   * @param remarks observations that do not affect the verdict
   * @param drift how its figures changed, one sentence each
   */
  @RecordBuilder
  public record Texts(
      List<String> facts,
      List<String> details,
      List<String> problems,
      List<String> reasons,
      List<String> remarks,
      List<String> drift) {}

  /**
   * How a step went and ended.
   *
   * @param failure why it ended early, if it did
   * @param firstFailures the first operation that failed in each way
   * @param verdict empty while the step goes on
   * @param until what was known of its rate; empty if that could not end it
   */
  @RecordBuilder
  public record Ending(
      RunState state,
      boolean interrupted,
      Optional<String> failure,
      List<StoredFailure> firstFailures,
      List<StoredEvent> events,
      Optional<Verdict> verdict,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<StoredRateEnd> until) {}

  /**
   * A step's whole time, or a part of it.
   *
   * @param started empty if unknown
   * @param figures by their names in docs/metrics.md; an unknown one is null or missing
   * @param disks each disk, if there are several
   * @param serverCounters the server's own counters, by its names; empty if unknown
   * @param partial it is shorter than the other periods; null for a whole step
   * @param operations those with any activity
   */
  @RecordBuilder
  public record Period(
      Optional<Instant> started,
      @JsonUnwrapped Figures figures,
      List<StoredDisk> disks,
      Optional<String> sizeSource,
      @JsonSerialize(using = ResultJson.OrNull.class) StoredOutages outages,
      @JsonSerialize(using = ResultJson.OrNull.class) StoredStalls stalls,
      @JsonProperty("tallies") Map<String, Number> workloadCounters,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> serverCounters,
      List<Operation> operations,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean partial) {

    public Period {
      outages = outages == null ? StoredOutages.NONE : outages;
      stalls = stalls == null ? StoredStalls.NONE : stalls;
    }

    /** Whether it is shorter than the other periods. */
    public boolean isPartial() {
      return Boolean.TRUE.equals(partial);
    }
  }

  /**
   * One operation over a period.
   *
   * @param role what its successes count as
   * @param errors failures by kind
   */
  public record Operation(
      String name,
      Role role,
      @JsonUnwrapped OperationCounts counts,
      Map<String, Number> errors,
      Optional<Number> perSecond,
      @JsonUnwrapped Latencies latencies) {

    public long count() {
      return counts.count();
    }

    public long rows() {
      return counts.rows();
    }

    public long retries() {
      return counts.retries();
    }

    public long unstarted() {
      return counts.unstarted();
    }

    public long abandoned() {
      return counts.abandoned();
    }

    public long clamped() {
      return counts.clamped();
    }

    public long late() {
      return counts.late();
    }

    public Map<String, Number> service() {
      return latencies.service;
    }

    public Map<String, Number> response() {
      return latencies.response;
    }

    public List<Long> buckets() {
      return latencies.buckets;
    }

    public Map<String, Number> poolWait() {
      return latencies.poolWait;
    }

    public Map<String, Number> failed() {
      return latencies.failed;
    }

    private static final double NANOS_PER_MICRO = 1000;

    static Operation of(OperationSummary operation, double seconds, RunInfo run) {
      Map<String, Number> errors = new LinkedHashMap<>();
      for (int kind = 0; kind < operation.failures().size(); kind++) {
        if (operation.failures().get(kind) > 0) {
          errors.put(run.failureKinds().get(kind), operation.failures().get(kind));
        }
      }
      return new Operation(
          run.operations().get(operation.operation()),
          run.roles().get(operation.operation()),
          operation.counts(),
          errors,
          seconds > 0 ? Optional.of(operation.count() / seconds) : Optional.empty(),
          new Latencies(
              micros(operation.service()),
              micros(operation.response()),
              operation.buckets(),
              operation.poolWait().map(Operation::micros).orElse(Map.of()),
              operation.failed().map(Operation::micros).orElse(Map.of())));
    }

    /** Latencies in microseconds by their names in summary.json; each null without operations. */
    public static Map<String, Number> micros(LatencySummary nanos) {
      Map<String, Number> micros = new LinkedHashMap<>();
      boolean empty = nanos.count() == 0;
      micros.put("mean_us", empty ? null : nanos.meanNanos() / NANOS_PER_MICRO);
      micros.put("p50_us", empty ? null : nanos.p50Nanos() / NANOS_PER_MICRO);
      micros.put("p95_us", empty ? null : nanos.p95Nanos() / NANOS_PER_MICRO);
      micros.put("p99_us", empty ? null : nanos.p99Nanos() / NANOS_PER_MICRO);
      micros.put("p999_us", empty ? null : nanos.p999Nanos() / NANOS_PER_MICRO);
      micros.put("p9999_us", empty ? null : nanos.p9999Nanos() / NANOS_PER_MICRO);
      micros.put("max_us", empty ? null : nanos.maxNanos() / NANOS_PER_MICRO);
      return micros;
    }
  }

  /**
   * How long it took.
   *
   * @param service microseconds under names such as {@code p99_us}
   * @param response the same, from the intended start
   * @param buckets successes by service time
   * @param poolWait the same for waits for a pooled connection; empty without a pool
   */
  @RecordBuilder
  public record Latencies(
      Map<String, Number> service,
      Map<String, Number> response,
      List<Long> buckets,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> poolWait,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> failed) {}

  /**
   * The data that a run worked on.
   *
   * @param runsBefore how many runs had worked on it
   * @param loadedBy the run that loaded it; empty if unknown
   * @param settings those of the run that shape the data; empty if unknown
   * @param asIs differences between the run and the data that the user has accepted, one line each
   * @param runsServed how many runs have worked on it after the last step
   * @param totals what each table then contained; empty if unknown
   */
  public record StoredData(
      @JsonProperty("ordinal") long runsBefore,
      Optional<String> loadedBy,
      Map<String, String> settings,
      List<String> asIs,
      long runsServed,
      Optional<Map<String, Map<String, Number>>> totals) {

    static final StoredData UNKNOWN =
        new StoredData(0, Optional.empty(), Map.of(), List.of(), 0, Optional.empty());
  }

  /**
   * One of the disks whose figures are summed up in those of a step or period.
   *
   * @param figures by the names of the sums, in the order of the file
   */
  public record StoredDisk(String device, @JsonUnwrapped Figures figures) {}

  /**
   * The first operation that failed in one way.
   *
   * @param seconds since its step began
   * @param text the database's message
   */
  public record StoredFailure(
      String kind, String operation, Instant time, Optional<Number> seconds, String text) {}

  /** The insert rate of the last {@code rateRows} rows before {@code rowsInserted}. */
  public record StoredRowRate(
      long rowsInserted,
      String step,
      Optional<Instant> time,
      Optional<Number> seconds,
      @JsonProperty("rows_ps") Optional<Number> rowsPerSecond) {

    static StoredRowRate of(RowRates.RowRate rate) {
      return new StoredRowRate(
          rate.rowsInserted(),
          rate.step(),
          Optional.of(Instant.ofEpochMilli(rate.epochMillis())),
          Optional.of(rate.seconds()),
          Optional.of(rate.rowsPerSecond()));
    }
  }
}

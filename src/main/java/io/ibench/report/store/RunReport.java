package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.verdict.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One run as its summary.json tells it, which every rendering starts from: a run that has just
 * ended and a stored one are shown from the same bytes. Immutable.
 *
 * <p>The components are the keys of the file, in its order ({@link ResultJson}); docs/results.md
 * describes them.
 *
 * @param verdict of the run as a whole; empty while it is going on
 * @param reasons of a verdict that is not the best
 * @param steps those that are over, each repeat apart, and at last the one that is running
 * @param rateRows of how many rows each a rate in {@code rowRates} is; 0 without rates
 * @param rowRates the insert rate against rows inserted, at a few moments of the run
 * @param damage what of a stored result could not be read, one line each; none of one that is whole
 * @param inProgress latencies of a step of which no report period is over, which are not in
 *     summary.json
 */
public record RunReport(
    long schema,
    String workload,
    @JsonSetter(nulls = Nulls.FAIL) DatabaseInfo database,
    @JsonSetter(nulls = Nulls.FAIL) Run run,
    StoredData data,
    List<Step> steps,
    @JsonSerialize(using = ResultJson.OrNull.class) long rateRows,
    List<StoredRowRate> rowRates,
    Optional<Verdict> verdict,
    List<String> reasons,
    @JsonIgnore List<String> damage,
    @JsonIgnore Optional<InProgressLatencies> inProgress) {

  static final int SCHEMA = 1;

  public RunReport {
    data = data == null ? StoredData.UNKNOWN : data;
    damage = damage == null ? List.of() : damage;
    inProgress = inProgress == null ? Optional.empty() : inProgress;
  }

  /**
   * What is known of the run itself.
   *
   * @param versions ibench, the JVM, the driver and the server, by name
   * @param steps the names of the steps that it was to have, in order
   * @param absent why figures are missing, by metric
   */
  public record Run(
      String id,
      Instant started,
      long seed,
      Map<String, String> versions,
      List<String> steps,
      RunState state,
      Map<String, String> absent) {}

  RunReport with(Optional<InProgressLatencies> latencies) {
    return new RunReport(
        schema, workload, database, run, data, steps, rateRows, rowRates, verdict, reasons, damage,
        latencies);
  }

  RunReport with(List<Step> otherSteps, List<String> lost) {
    return new RunReport(
        schema,
        workload,
        database,
        run,
        data,
        otherSteps,
        rateRows,
        rowRates,
        verdict,
        reasons,
        List.copyOf(lost),
        inProgress);
  }

  /** That of the ibench that measured. */
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

  /** The names of the steps that the run was to have, in order. */
  public List<String> plan() {
    return run.steps();
  }

  /** Why figures are missing, by metric. */
  public Map<String, String> absent() {
    return run.absent();
  }

  /** The steps of the plan of which there is nothing. */
  public List<String> notBegun() {
    Set<String> begun = steps.stream().map(Step::name).collect(Collectors.toSet());
    return plan().stream().filter(name -> !begun.contains(name)).toList();
  }

  /** The steps of the plan that have not come to their end, by themselves or otherwise. */
  public List<String> notOver() {
    Set<String> over =
        steps.stream()
            .filter(step -> step.state() != RunState.RUNNING && step.repeat() >= step.repeats())
            .map(Step::name)
            .collect(Collectors.toSet());
    return plan().stream().filter(name -> !over.contains(name)).toList();
  }

  /**
   * A step that is over, or one repeat of it; or the one that is running, so far.
   *
   * @param unit what its rate counts
   * @param paced it had a target rate, so that its response times are not its service times
   * @param whole all of its time
   * @param before what passed between the step before and this one, by the names of
   *     docs/results.md; empty where nothing lies between, or nothing is known
   * @param periods its report periods, in order
   * @param targets the rates that it was to hold
   * @param bucketEdgesUs the highest service time in each bucket but the last one
   * @param clients what each of them did; empty where there was one
   * @param problems what is wrong with the data or the step
   * @param failure why it was ended before its time, if it was
   * @param firstFailures the first operation that failed in each way
   * @param verdict empty while it is going on
   * @param reasons of a verdict that is not the best
   * @param remarks what is named and not judged
   * @param drift how its figures changed, one sentence each
   */
  @JsonPropertyOrder({
    "name",
    "like",
    "kind",
    "repeat",
    "repeats",
    "threads",
    "unit",
    "paced",
    "state",
    "whole",
    "before",
    "targets",
    "bucket_edges_us",
    "clients",
    "periods",
    "facts",
    "problems",
    "interrupted",
    "failure",
    "workers_lost",
    "first_failures"
  })
  public record Step(
      String name,
      Optional<String> like,
      Optional<String> kind,
      @JsonSetter(nulls = Nulls.FAIL) long repeat,
      @JsonSetter(nulls = Nulls.FAIL) long repeats,
      Unit unit,
      boolean paced,
      RunState state,
      @JsonUnwrapped Period whole,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> before,
      List<StoredTarget> targets,
      List<Double> bucketEdgesUs,
      List<StoredClient> clients,
      List<Period> periods,
      List<String> facts,
      List<String> problems,
      boolean interrupted,
      Optional<String> failure,
      List<StoredFailure> firstFailures,
      Optional<Verdict> verdict,
      List<String> reasons,
      List<String> remarks,
      List<String> drift) {

    static final String THREADS = "threads";
    static final String WORKERS_LOST = "workers_lost";

    /** Figures of the whole time that are written at other places than all others. */
    static final Set<String> PLACED_FIGURES = Set.of(THREADS, WORKERS_LOST);

    @JsonGetter(THREADS)
    Number threads() {
      return whole.figures().get(THREADS);
    }

    @JsonGetter(WORKERS_LOST)
    Number workersLost() {
      return whole.figures().get(WORKERS_LOST);
    }

    /** The step's name, with the repeat where there are several. */
    public String title() {
      return repeats > 1 ? name + " " + repeat : name;
    }
  }

  /**
   * A step's whole time, or a part of it.
   *
   * @param started empty where it is not told
   * @param figures by their names in docs/metrics.md; one that cannot be had is not in it
   * @param disks each of several apart
   * @param serverCounters what the server counted by itself, by its names; empty where unknown
   * @param partial it is shorter than periods of its kind; null of a step's whole time
   * @param operations those in which anything happened
   */
  public record Period(
      Optional<Instant> started,
      @JsonUnwrapped Map<String, Number> figures,
      List<StoredDisk> disks,
      Optional<String> sizeSource,
      @JsonSerialize(using = ResultJson.OrNull.class) StoredOutages outages,
      Map<String, Number> tallies,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> serverCounters,
      List<Operation> operations,
      @JsonInclude(JsonInclude.Include.NON_NULL) Boolean partial) {

    public Period {
      outages = outages == null ? StoredOutages.NONE : outages;
    }

    /** It is shorter than periods of its kind. */
    public boolean isPartial() {
      return Boolean.TRUE.equals(partial);
    }
  }

  /**
   * One operation over a period.
   *
   * @param role what its successes count as
   * @param count successes
   * @param errors failed ones by kind
   * @param abandoned those in flight that were broken off at the end
   * @param clamped latencies beyond the range, counted at its end
   * @param service microseconds under names such as {@code p99_us}
   * @param response the same, from the intended start
   * @param buckets successes by service time
   * @param poolWait the same of the waits for a pooled connection; empty without a pool
   */
  public record Operation(
      String name,
      Role role,
      @JsonSetter(nulls = Nulls.FAIL) long count,
      @JsonSetter(nulls = Nulls.FAIL) long rows,
      Map<String, Number> errors,
      @JsonSetter(nulls = Nulls.FAIL) long retries,
      long unstarted,
      long abandoned,
      long clamped,
      long late,
      Optional<Number> perSecond,
      Map<String, Number> service,
      Map<String, Number> response,
      List<Long> buckets,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> poolWait,
      @JsonSerialize(using = ResultJson.OrNull.class) Map<String, Number> failed) {

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
          operation.count(),
          operation.rows(),
          errors,
          operation.retries(),
          operation.unstarted(),
          operation.abandoned(),
          operation.clamped(),
          operation.late(),
          seconds > 0 ? Optional.of(operation.count() / seconds) : Optional.empty(),
          micros(operation.service()),
          micros(operation.response()),
          operation.buckets(),
          operation.poolWait().map(Operation::micros).orElse(Map.of()),
          operation.failed().map(Operation::micros).orElse(Map.of()));
    }

    /** Latencies in microseconds by their names in summary.json; null when there were none. */
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
}

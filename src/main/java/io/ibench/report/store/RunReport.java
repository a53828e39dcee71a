package io.ibench.report.store;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import io.ibench.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
 * <p>A field is read where it stands, by the {@code of} of its record. One that schema 1 gets later
 * must be allowed to be missing, so that older folders stay readable; keys that are not named here
 * are ignored.
 *
 * @param version of the ibench that measured
 * @param database what it ran on
 * @param plan the names of the steps that the run was to have, in order
 * @param absent why figures are missing, by metric
 * @param verdict of the run as a whole; empty in results of older versions, and while it is going
 *     on
 * @param reasons of a verdict that is not the best
 * @param steps those that are over, each repeat apart, and at last the one that is running
 * @param rateRows of how many rows each a rate in {@code rowRates} is
 * @param rowRates the insert rate against rows inserted, at a few moments of the run
 * @param damage what of a stored result could not be read, one line each; none of one that is whole
 * @param underWay latencies of a step of which no report period is over, which are not in
 *     summary.json
 */
public record RunReport(
    String version,
    String workload,
    DatabaseInfo database,
    String id,
    Instant started,
    RunState state,
    List<String> plan,
    Map<String, String> absent,
    StoredData data,
    Optional<Verdict> verdict,
    List<String> reasons,
    List<Step> steps,
    long rateRows,
    List<StoredRowRate> rowRates,
    List<String> damage,
    Optional<UnderWay> underWay) {

  static final int SCHEMA = 1;

  static RunReport of(StoredObject json) throws DamageException {
    return of(json, List.of());
  }

  /**
   * What is left of a damaged result.
   *
   * @param damage what is lost of it, one line each
   */
  static RunReport of(StoredObject json, List<String> damage) throws DamageException {
    StoredObject run = json.object("run");
    List<Step> steps = new ArrayList<>();
    for (StoredObject step : json.objects("steps")) {
      steps.add(Step.of(step));
    }
    List<StoredRowRate> rates = new ArrayList<>();
    for (StoredObject rate : json.objects("row_rates")) {
      rates.add(StoredRowRate.of(rate));
    }
    return new RunReport(
        run.object("versions").text("ibench"),
        json.text("workload"),
        DatabaseInfo.of(json.object("database")),
        run.text("id"),
        run.time("started"),
        run.choice("state", RunState.class),
        List.copyOf(run.texts("steps")),
        unmodifiable(OlderAbsences.completed(run.object("absent").texts())),
        StoredData.of(json.object("data")),
        Verdicts.of(json),
        List.copyOf(json.texts("reasons")),
        List.copyOf(steps),
        json.count("rate_rows"),
        List.copyOf(rates),
        List.copyOf(damage),
        Optional.empty());
  }

  RunReport with(Optional<UnderWay> latencies) {
    return new RunReport(
        version, workload, database, id, started, state, plan, absent, data, verdict, reasons,
        steps, rateRows, rowRates, damage, latencies);
  }

  /** Reads what a report must know of a run, to find out whether it is there. */
  static void requireRun(StoredObject run) throws DamageException {
    run.object("versions").text("ibench");
    run.text("id");
    run.time("started");
    run.choice("state", RunState.class);
    run.texts("steps");
    run.object("absent");
  }

  /** The steps of the plan of which there is nothing. */
  public List<String> notBegun() {
    Set<String> begun = steps.stream().map(Step::name).collect(Collectors.toSet());
    return plan.stream().filter(name -> !begun.contains(name)).toList();
  }

  /** The steps of the plan that have not come to their end, by themselves or otherwise. */
  public List<String> notOver() {
    Set<String> over =
        steps.stream()
            .filter(step -> step.state() != RunState.RUNNING && step.repeat() >= step.repeats())
            .map(Step::name)
            .collect(Collectors.toSet());
    return plan.stream().filter(name -> !over.contains(name)).toList();
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
   * @param clients what each of them did; empty where there was one
   * @param problems what is wrong with the data or the step
   * @param failure why it was ended before its time, if it was
   * @param firstFailures the first operation that failed in each way
   * @param verdict empty in results of older versions, and while it is going on
   * @param reasons of a verdict that is not the best
   * @param remarks what is named and not judged
   * @param drift how its figures changed, one sentence each
   */
  public record Step(
      String name,
      long repeat,
      long repeats,
      Unit unit,
      boolean paced,
      RunState state,
      Period whole,
      Map<String, Number> before,
      List<Period> periods,
      List<StoredTarget> targets,
      List<StoredClient> clients,
      List<String> facts,
      List<String> problems,
      boolean interrupted,
      Optional<String> failure,
      List<StoredFailure> firstFailures,
      Optional<Verdict> verdict,
      List<String> reasons,
      List<String> remarks,
      List<String> drift) {

    static Step of(StoredObject json) throws DamageException {
      List<Period> periods = new ArrayList<>();
      for (StoredObject period : json.objects("periods")) {
        periods.add(Period.of(period));
      }
      List<StoredTarget> targets = new ArrayList<>();
      for (StoredObject target : json.objects("targets")) {
        targets.add(StoredTarget.of(target));
      }
      List<StoredClient> clients = new ArrayList<>();
      for (StoredObject client : json.objects("clients")) {
        clients.add(StoredClient.of(client));
      }
      List<StoredFailure> failures = new ArrayList<>();
      for (StoredObject failure : json.objects("first_failures")) {
        failures.add(StoredFailure.of(failure));
      }
      return new Step(
          json.text("name"),
          json.requiredCount("repeat"),
          json.requiredCount("repeats"),
          json.choice("unit", Unit.class),
          json.flag("paced"),
          json.choice("state", RunState.class),
          Period.of(json),
          unmodifiable(json.object("before").numbers()),
          List.copyOf(periods),
          List.copyOf(targets),
          List.copyOf(clients),
          List.copyOf(json.texts("facts")),
          List.copyOf(json.texts("problems")),
          json.flag("interrupted"),
          json.findText("failure"),
          List.copyOf(failures),
          Verdicts.of(json),
          List.copyOf(json.texts("reasons")),
          List.copyOf(json.texts("remarks")),
          List.copyOf(json.texts("drift")));
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
   * @param partial it is shorter than periods of its kind
   * @param operations those in which anything happened
   */
  public record Period(
      Optional<Instant> started,
      Map<String, Number> figures,
      List<StoredDisk> disks,
      Map<String, Number> serverCounters,
      boolean partial,
      StoredOutages outages,
      List<Operation> operations) {

    static Period of(StoredObject json) throws DamageException {
      List<Operation> operations = new ArrayList<>();
      for (StoredObject operation : json.objects("operations")) {
        operations.add(Operation.of(operation));
      }
      List<StoredDisk> disks = new ArrayList<>();
      for (StoredObject disk : json.objects("disks")) {
        disks.add(StoredDisk.of(disk));
      }
      return new Period(
          json.findText("started").isPresent()
              ? Optional.of(json.time("started"))
              : Optional.empty(),
          unmodifiable(json.numbers()),
          List.copyOf(disks),
          unmodifiable(json.object(BoundaryMetric.SERVER_COUNTERS).numbers()),
          json.flag("partial"),
          StoredOutages.of(json.object("outages")),
          List.copyOf(operations));
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
   * @param buckets successes by service time; empty in results of older versions
   * @param poolWait the same of the waits for a pooled connection; empty without a pool
   */
  public record Operation(
      String name,
      Role role,
      long count,
      long rows,
      Map<String, Number> errors,
      long retries,
      long abandoned,
      long clamped,
      Optional<Number> perSecond,
      Map<String, Number> service,
      Map<String, Number> response,
      List<Long> buckets,
      Map<String, Number> poolWait) {

    static Operation of(StoredObject json) throws DamageException {
      return new Operation(
          json.text("name"),
          json.findText("role").isEmpty() ? Role.QUERY : json.choice("role", Role.class),
          json.requiredCount("count"),
          json.requiredCount("rows"),
          unmodifiable(json.object("errors").numbers()),
          json.requiredCount("retries"),
          json.count("abandoned"),
          json.count("clamped"),
          json.findNumber("per_second"),
          unmodifiable(json.object("service").numbers()),
          unmodifiable(json.object("response").numbers()),
          List.copyOf(json.counts("buckets")),
          unmodifiable(json.object("pool_wait").numbers()));
    }
  }

  /** In the order of the file. */
  private static <T> Map<String, T> unmodifiable(Map<String, T> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}

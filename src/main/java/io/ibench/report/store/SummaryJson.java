package io.ibench.report.store;

import io.ibench.measure.AgentStep;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Buckets;
import io.ibench.measure.FirstFailure;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.FigureMap;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.Outcomes;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.ServerCounters;
import io.ibench.report.store.RunReport.Ending;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Outcome;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Planned;
import io.ibench.report.store.RunReport.Run;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredData;
import io.ibench.report.store.RunReport.StoredDisk;
import io.ibench.report.store.RunReport.StoredFailure;
import io.ibench.report.store.RunReport.StoredRowRate;
import io.ibench.report.store.RunReport.Texts;
import io.ibench.verdict.Drift;
import io.ibench.verdict.Judge;
import io.ibench.verdict.Judgement;
import io.ibench.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the content of summary.json from results. Not thread-safe. */
public final class SummaryJson {

  private static final double NANOS_PER_MICRO = 1000;
  private static final List<Double> BUCKET_EDGES_US =
      Arrays.stream(Buckets.edgesNanos()).mapToObj(nanos -> nanos / NANOS_PER_MICRO).toList();
  private static final long LATE_MICROS = 100_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final RunInfo run;
  private final Resumption resumption;
  private final Judge judge;

  /** Reasons against the run that are not those of one of its steps. */
  private final List<String> reasonsOfRun = new ArrayList<>();

  public SummaryJson(RunInfo run) {
    this(run, Resumption.NONE);
  }

  /**
   * @param resumption what the earlier processes of the run have left
   */
  SummaryJson(RunInfo run, Resumption resumption) {
    this.run = run;
    this.resumption = resumption;
    this.judge = new Judge(run.roles(), run.serverPlace());
  }

  /** The run is DEGRADED at best, for a reason that is not that of one of its steps. */
  public void degrade(String reason) {
    reasonsOfRun.add(reason);
  }

  /**
   * The summary of the results so far.
   *
   * @param running the running step's results so far, if any
   * @param ended the run is over
   * @param books what the tables contain after the last result
   * @param rates the insert rates over rows
   */
  public byte[] of(
      List<StepResult> results,
      Optional<StepResult> running,
      boolean ended,
      RunInfo.Books books,
      List<RowRates.RowRate> rates) {
    Optional<Judgement> whole = ended ? Optional.of(ofRun(results)) : Optional.empty();
    List<Step> steps = steps(results, running);
    return ResultJson.bytes(
        new RunReport(
            RunReport.SCHEMA,
            run.workload(),
            run.database(),
            run(results, running, ended),
            data(books),
            steps,
            new InsertRates(
                run.rateRows().orElse(0),
                Stream.concat(resumption.rowRates().stream(), rates.stream().map(StoredRowRate::of))
                    .toList()),
            new Outcome(
                whole.map(Judgement::verdict),
                whole.map(Judgement::reasons).orElse(List.of()),
                ended ? StoredExpectation.judge(run.expectations(), steps) : List.of()),
            resumption.gaps(),
            List.of(),
            List.of(),
            Optional.empty()));
  }

  private Judgement ofRun(List<StepResult> results) {
    Judgement own = judge.ofRun(results, stepsOfThisProcess());
    List<Verdict> verdicts = new ArrayList<>(List.of(own.verdict()));
    List<String> reasons = new ArrayList<>();
    for (Step step : resumption.steps()) {
      if (step.verdict().isPresent()
          && (step.isMain() || step.verdict().get() == Verdict.INVALID)) {
        verdicts.add(step.verdict().get());
        step.reasons().forEach(reason -> reasons.add(step.title() + ": " + reason));
      }
    }
    reasons.addAll(own.reasons());
    for (StepResult result : results) {
      gapReason(result)
          .or(() -> lateReason(result))
          .ifPresent(
              reason -> {
                verdicts.add(Verdict.DEGRADED);
                reasons.add(result.step().title() + ": " + reason);
              });
    }
    if (!reasonsOfRun.isEmpty()) {
      verdicts.add(Verdict.DEGRADED);
      reasons.addAll(reasonsOfRun);
    }
    return new Judgement(Verdict.together(verdicts), reasons, own.remarks());
  }

  private List<String> stepsOfThisProcess() {
    return run.steps().subList(Math.toIntExact(resumption.stepsDone()), run.steps().size());
  }

  /** A step of which an earlier process has done a part. */
  private Optional<String> gapReason(StepResult result) {
    return resumption
        .gap(result.step().name(), result.step().repeat())
        .filter(gap -> result.step().threads() > 0)
        .map(
            gap ->
                "resumed after a gap of "
                    + NumberText.seconds(gap.seconds())
                    + " s: caches and background work of the server may differ"
                    + String.join("", gap.changes().stream().map(it -> "; " + it).toList()));
  }

  /** An earlier process may have made indexes that are then not made again. */
  private Optional<String> indexReason(StepResult result) {
    boolean first =
        resumption.segment() > 0
            && resumption.position().filter(at -> at.step().isEmpty()).isPresent()
            && result.step().name().equals(stepsOfThisProcess().get(0));
    return first && result.step().unit() == StepStart.Unit.INDEXED_ROWS
        ? Optional.of("resumed: indexes that existed already are not in its time")
        : Optional.empty();
  }

  /** An agent that begins later than the others gives less load than planned for a while. */
  private static Optional<String> lateReason(StepResult result) {
    return result
        .agent()
        .map(AgentStep::startLateMicros)
        .filter(micros -> micros > LATE_MICROS)
        .map(
            micros ->
                "began "
                    + NumberText.seconds(micros / 1e6)
                    + " s after the start that all agents agreed on");
  }

  private Judgement of(StepResult result) {
    Judgement own = judge.of(result);
    Optional<String> gap =
        gapReason(result).or(() -> indexReason(result)).or(() -> lateReason(result));
    if (gap.isEmpty()) {
      return own;
    }
    List<String> reasons = new ArrayList<>(own.reasons());
    reasons.add(gap.get());
    return new Judgement(own.verdict().with(Verdict.DEGRADED), reasons, own.remarks());
  }

  private Run run(List<StepResult> results, Optional<StepResult> running, boolean ended) {
    List<StepResult> all = new ArrayList<>(results);
    running.ifPresent(all::add);
    return new Run(
        run.id(),
        Instant.ofEpochMilli(run.startEpochMillis()),
        run.seed(),
        run.versions(),
        run.steps(),
        Outcomes.state(stepsOfThisProcess(), results, ended),
        absent(all),
        run.label().label(),
        run.label().tags());
  }

  private Map<String, String> absent(List<StepResult> all) {
    Map<String, String> absent = new TreeMap<>(resumption.absent());
    absent.putAll(Outcomes.absent(run, all));
    return absent;
  }

  private StoredData data(RunInfo.Books books) {
    Map<String, Map<String, Number>> totals = new LinkedHashMap<>();
    books.totals().ifPresent(all -> all.forEach((k, v) -> totals.put(k, new LinkedHashMap<>(v))));
    return new StoredData(
        run.data().ordinal(),
        run.data().loadedBy(),
        run.data().settings(),
        run.data().asIs(),
        books.runsServed(),
        books.totals().map(any -> totals));
  }

  private List<Step> steps(List<StepResult> results, Optional<StepResult> running) {
    List<Step> steps = new ArrayList<>(resumption.steps());
    for (int i = 0; i < results.size(); i++) {
      StepResult result = results.get(i);
      steps.add(step(before(results, i), result, Outcomes.state(result), Optional.of(of(result))));
    }
    // A running step has no verdict yet.
    running.ifPresent(
        soFar ->
            steps.add(
                step(before(results, results.size()), soFar, RunState.RUNNING, Optional.empty())));
    if (results.isEmpty() && running.isEmpty()) {
      resumption.underWay().ifPresent(steps::add);
    }
    return steps;
  }

  private static Optional<StepResult> before(List<StepResult> results, int step) {
    return step == 0 ? Optional.empty() : Optional.of(results.get(step - 1));
  }

  private Step step(
      Optional<StepResult> before,
      StepResult result,
      RunState state,
      Optional<Judgement> judgement) {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put(Step.THREADS, result.step().threads());
    figures.put(Step.WORKERS_LOST, result.workersLost());
    StepStart start = result.step();
    return RunReportStepBuilder.builder()
        .planned(
            new Planned(
                start.name(),
                start.like(),
                Optional.of(start.kind()),
                Optional.of(start.purpose()),
                start.unit(),
                start.paced(),
                start.goal().mainOperation(),
                StoredTarget.of(result, run),
                BUCKET_EDGES_US))
        .repeat(start.repeat())
        .repeats(start.repeats())
        .whole(period(result, result.whole(), figures, null))
        .before(before.map(last -> BetweenSteps.of(last, result, run)).orElse(Map.of()))
        .clients(StoredClient.of(result, run))
        .answers(result.answers().map(answers -> StoredAnswers.of(answers, run)))
        .periods(periods(result))
        .texts(
            new Texts(
                result.facts(),
                result.details(),
                result.problems(),
                judgement.map(Judgement::reasons).orElse(List.of()),
                judgement.map(Judgement::remarks).orElse(List.of()),
                judgement.map(any -> drift(result)).orElse(List.of())))
        .ending(
            new Ending(
                state,
                result.interrupted(),
                result.failure(),
                result.firstFailures().stream().map(failure -> failure(result, failure)).toList(),
                result.events().stream().map(StoredEvent::of).toList(),
                judgement.map(Judgement::verdict),
                result.ending().rate().map(StoredRateEnd::of)))
        .parts(result.parts().stream().map(part -> StoredPart.of(part, run)).toList())
        .agent(result.agent().map(StoredAgentStep::of))
        .build();
  }

  private List<String> drift(StepResult result) {
    boolean underWay = resumption.isUnderWay(result.step().name(), result.step().repeat());
    List<Long> gaps = underWay ? resumption.gapsAtNanos() : List.of();
    return Drift.sentences(result, run.roles(), gaps);
  }

  private List<Period> periods(StepResult result) {
    List<Period> periods = new ArrayList<>();
    if (resumption.isUnderWay(result.step().name(), result.step().repeat())) {
      periods.addAll(resumption.periods());
    }
    result
        .periods()
        .forEach(period -> periods.add(period(result, period, Map.of(), period.partial())));
    return periods;
  }

  /**
   * The same with the report period that the earlier process has not ended.
   *
   * @param step which goes on
   */
  SummaryJson with(StepStart step, PeriodResult part) {
    StepResult result = StepResultBuilder.builder().step(step).whole(part).build();
    return new SummaryJson(run, resumption.with(period(result, part, Map.of(), true)));
  }

  private StoredFailure failure(StepResult result, FirstFailure failure) {
    long nanos = failure.nanos() - result.whole().startNanos();
    long epochMillis = result.whole().startEpochMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
    return new StoredFailure(
        run.failureKinds().get(failure.kind()),
        run.operations().get(failure.operation()),
        Instant.ofEpochMilli(epochMillis),
        Optional.of(nanos / NANOS_PER_SECOND),
        failure.text());
  }

  /**
   * A step's whole time or one of its report periods.
   *
   * @param more figures that only the whole step has
   * @param partial null for the whole time
   */
  private Period period(
      StepResult result, PeriodResult period, Map<String, Number> more, @Nullable Boolean partial) {
    Map<String, Number> figures = new LinkedHashMap<>(more);
    figures.putAll(FigureMap.of(result, period, run).numbers());
    List<StoredDisk> disks = new ArrayList<>();
    FigureMap.disks(result, period, run)
        .forEach((device, each) -> disks.add(new StoredDisk(device, each)));
    Map<String, Number> workloadCounters = new LinkedHashMap<>();
    for (int i = 0; i < run.workloadCounters().size(); i++) {
      workloadCounters.put(run.workloadCounters().get(i).name(), period.workloadCounters()[i]);
    }
    return new Period(
        Optional.of(Instant.ofEpochMilli(period.startEpochMillis())),
        new Figures(figures),
        disks,
        Optional.ofNullable(period.end().sources().get(BoundaryMetric.SIZE)),
        StoredOutages.of(period.outages()),
        StoredStalls.of(period.stalls()),
        workloadCounters,
        new LinkedHashMap<>(ServerCounters.of(period)),
        period.operations().stream()
            .map(operation -> Operation.of(operation, period.seconds(), run))
            .toList(),
        partial);
  }
}

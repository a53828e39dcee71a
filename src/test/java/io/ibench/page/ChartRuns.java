package io.ibench.page;

import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.ChartSet;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportLatenciesBuilder;
import io.ibench.report.store.RunReportOutcomeBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports with only what charts need. */
public final class ChartRuns {

  static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");

  private ChartRuns() {}

  static RunReport run(Step... steps) {
    return run(0, steps);
  }

  static RunReport run(long rateRows, Step... steps) {
    return RunReportBuilder.builder()
        .schema(1)
        .workload("linkbench")
        .run(
            RunReportRunBuilder.builder()
                .id("run")
                .started(STARTED)
                .versions(Map.of("ibench", "1"))
                .state(RunState.DONE)
                .build())
        .steps(List.of(steps))
        .rates(new InsertRates(rateRows, List.of()))
        .outcome(RunReportOutcomeBuilder.builder().build())
        .build();
  }

  /** The same, with a running step. */
  static RunReport underWay(RunReport run, InProgressLatencies step) {
    return RunReportBuilder.builder(run)
        .run(RunReportRunBuilder.builder(run.run()).state(RunState.RUNNING).build())
        .inProgress(Optional.of(step))
        .build();
  }

  public static Period period(double at, Map<String, Number> figures, String... operations) {
    return new Period(
        Optional.of(STARTED.plusMillis((long) (at * 1000))),
        new Figures(figures),
        List.of(),
        Optional.empty(),
        StoredOutages.NONE,
        StoredStalls.NONE,
        Map.of(),
        Map.of(),
        List.of(operations).stream().map(ChartRuns::operation).toList(),
        false);
  }

  static Period withOutage(Period period, StoredOutages.One outage) {
    return withOutages(period, new StoredOutages(1, outage.seconds(), 0, List.of(outage)));
  }

  static Period withOutages(Period period, StoredOutages outages) {
    return new Period(
        period.started(),
        period.figures(),
        List.of(),
        Optional.empty(),
        outages,
        period.stalls(),
        Map.of(),
        Map.of(),
        period.operations(),
        false);
  }

  private static Operation operation(String name) {
    return new Operation(
        name,
        Role.QUERY,
        new OperationCounts(1, 1, 0, 0, 0, 0, 0),
        Map.of(),
        Optional.empty(),
        RunReportLatenciesBuilder.builder().service(Map.of("mean_us", 1)).build());
  }

  public static Step step(String name, Unit unit, Period whole, Period... periods) {
    return step(name, 1, 1, unit, false, whole, periods);
  }

  public static Step step(
      String name,
      long repeat,
      long repeats,
      Unit unit,
      boolean paced,
      Period whole,
      Period... periods) {
    return RunReportStepBuilder.builder()
        .planned(
            RunReportPlannedBuilder.builder()
                .name(name)
                .purpose(Optional.of(unit == Unit.ROWS ? StepPurpose.LOAD : StepPurpose.MAIN))
                .unit(unit)
                .paced(paced)
                .build())
        .repeat(repeat)
        .repeats(repeats)
        .whole(whole)
        .periods(List.of(periods))
        .texts(RunReportTextsBuilder.builder().build())
        .ending(RunReportEndingBuilder.builder().state(RunState.DONE).build())
        .build();
  }

  /** Those of a folder, which may have a run.json. */
  static ChartSet charts(Path folder, RunReport run) {
    return RunCharts.of(folder, run, RunFile.read(folder));
  }
}

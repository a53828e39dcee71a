package io.ibench.page;

import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.ChartSet;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Run;
import io.ibench.report.store.RunReport.Step;
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
    return new RunReport(
        1,
        "linkbench",
        null,
        new Run("run", STARTED, 0, Map.of("ibench", "1"), List.of(), RunState.DONE, Map.of()),
        null,
        List.of(steps),
        rateRows,
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  /** The same, with a running step. */
  static RunReport underWay(RunReport run, InProgressLatencies step) {
    return new RunReport(
        run.schema(),
        run.workload(),
        run.database(),
        new Run(
            run.id(),
            run.started(),
            0,
            run.run().versions(),
            run.plan(),
            RunState.RUNNING,
            run.absent()),
        run.data(),
        run.steps(),
        run.rateRows(),
        run.rowRates(),
        run.verdict(),
        run.reasons(),
        run.damage(),
        Optional.of(step));
  }

  public static Period period(double at, Map<String, Number> figures, String... operations) {
    return new Period(
        Optional.of(STARTED.plusMillis((long) (at * 1000))),
        figures,
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
        1,
        1,
        Map.of(),
        0,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Map.of("mean_us", 1),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of());
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
    return new Step(
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.of(unit == Unit.ROWS ? StepPurpose.LOAD : StepPurpose.MAIN),
        repeat,
        repeats,
        unit,
        paced,
        RunState.DONE,
        whole,
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(periods),
        List.of(),
        List.of(),
        List.of(),
        false,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of());
  }

  /** Those of a folder, which may have a run.json. */
  static ChartSet charts(Path folder, RunReport run) {
    return RunCharts.of(folder, run, RunFile.read(folder));
  }
}

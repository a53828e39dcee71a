package io.ibench.page.compare;

import io.ibench.compare.ComparedValue;
import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.Noise;
import io.ibench.compare.Noise.Kind;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.compare.StepComparison.State;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.ChartRuns;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportOutcomeBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.StoredRun;
import io.ibench.verdict.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hand-made comparisons. */
final class CompareSamples {

  static final Noise UNKNOWN =
      new Noise(Kind.UNKNOWN, false, Double.NaN, Double.NaN, "one number a side");
  static final Noise WITHIN = new Noise(Kind.WITHIN_RUN, false, 0.2, 0.4, "batch means");
  static final Noise BEYOND = new Noise(Kind.BETWEEN_RUNS, true, 0.03, 0.0012, "Welch's t-test");

  /** CPU of an operation in microseconds, and in percent by a million operations per second. */
  private static final Map<String, Number> TWO_CPUS =
      Map.of("cpu_us_pq", 1000.0, "mcpupq", 50_000.0);

  private CompareSamples() {}

  static StoredRun run(Path folder, Step... steps) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("product", "SQLite");
    fields.put("version", "3.54.1");
    fields.put("engine", "B-tree");
    fields.put("driver", "SQLite JDBC");
    fields.put("batch", "multi-row");
    fields.put("durability", "sync=full");
    RunReport report =
        RunReportBuilder.builder()
            .schema(1)
            .workload("linkbench")
            .database(new DatabaseInfo(fields, Map.of(), List.of()))
            .run(
                RunReportRunBuilder.builder()
                    .id("id-of-" + folder.getFileName())
                    .started(Instant.parse("2026-11-21T19:00:00Z"))
                    .versions(Map.of("ibench", "0.1.0"))
                    .steps(List.of("request"))
                    .state(RunState.DONE)
                    .build())
            .steps(List.of(steps))
            .rates(InsertRates.NONE)
            .outcome(
                RunReportOutcomeBuilder.builder()
                    .verdict(Optional.of(Verdict.DEGRADED))
                    .reasons(List.of("request: too few intervals"))
                    .build())
            .build();
    return new StoredRun(folder, report);
  }

  static Step step(String name, long repeat, Unit unit, String... operations) {
    return ChartRuns.step(name, repeat, 1, unit, false, ChartRuns.period(0, TWO_CPUS, operations));
  }

  static Side side(String name, String... folders) {
    return new Side(name, List.of(folders).stream().map(f -> run(Path.of(f))).toList());
  }

  static List<Side> sides(String... names) {
    return List.of(names).stream().map(name -> side(name, "/nowhere/" + name)).toList();
  }

  static State good() {
    return new State(Optional.of(Verdict.VALID), Optional.empty(), List.of());
  }

  static State leftOut(String why) {
    return new State(Optional.of(Verdict.INVALID), Optional.of(why), List.of("reason: " + why));
  }

  static ComparedValue base(double value) {
    return new ComparedValue(value, 1, UNKNOWN);
  }

  static ComparedValue other(double value, double ratio, Noise noise) {
    return new ComparedValue(value, ratio, noise);
  }

  static FigureRow figure(String key, Group group, Better better, ComparedValue... cells) {
    return new FigureRow(
        key, group, "name of " + key, "unit", better, "What " + key + " is.", List.of(cells));
  }

  static FigureRow qps(ComparedValue... cells) {
    return figure("qps", Group.RATE, Better.HIGHER, cells);
  }

  static FigureRow latency(String key, ComparedValue... cells) {
    return figure(key, Group.LATENCY, Better.LOWER, cells);
  }

  static StepComparison request(List<State> states, FigureRow... rows) {
    return new StepComparison("request", Unit.QUERIES, StepPurpose.MAIN, states, List.of(rows));
  }

  static Comparison comparison(List<Side> sides, StepComparison... steps) {
    return new Comparison(
        sides,
        List.of(),
        List.of(),
        List.of(steps),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }
}

package io.ibench.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.Noise.Kind;
import io.ibench.compare.StepComparison.State;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.StoredData;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportOutcomeBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.StoredRun;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hand-made runs and comparisons; each test changes the part that it is about. */
final class CompareSamples {

  static final String WITHIN = "batch means of intervals, Welch's t";

  private CompareSamples() {}

  /** A run with only the parts that a comparison uses. */
  static final class Run {

    String workload = "linkbench";
    RunLabel label = RunLabel.NONE;
    List<String> plan = List.of("load", "request");
    long runsBefore;
    String origin = "x";
    final Map<String, String> shape = new LinkedHashMap<>(Map.of("linkbench.maxid1", "1001"));
    final Map<String, String> database = new LinkedHashMap<>();
    final Map<String, String> databaseSettings = new LinkedHashMap<>(Map.of("cache", "8MB"));
    final Map<String, String> settings = new LinkedHashMap<>(Map.of("sync", "full"));
    final Map<String, Object> host = new LinkedHashMap<>(Map.of("cpus", 2));

    Run() {
      database.put("name", "demo");
      database.put("product", "DemoDB");
      database.put("version", "1.2");
      database.put("engine", "heap");
      database.put("driver", "Demo driver 3");
      database.put("batch", "multi-row VALUES, prepared");
      database.put("durability", "every commit");
      database.put("isolation", "serializable");
    }

    Run called(String label, Map<String, String> tags) {
      this.label = new RunLabel(Optional.ofNullable(label), tags);
      return this;
    }

    Run setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    Run shape(String name, String value) {
      shape.put(name, value);
      return this;
    }

    Run database(String name, String value) {
      database.put(name, value);
      return this;
    }

    /** Without files. */
    StoredRun at(String folder) {
      return new StoredRun(Path.of(folder), report());
    }

    /** With a run.json in a new folder. */
    StoredRun in(Path folder) {
      List<Map<String, String>> list = new ArrayList<>();
      settings.forEach(
          (name, value) -> list.add(Map.of("name", name, "value", value, "origin", origin)));
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("versions", Map.of("jvm", "JVM 17"));
      json.put("settings", list);
      json.put("host", host);
      try {
        Files.createDirectories(folder);
        new ObjectMapper().writeValue(folder.resolve("run.json").toFile(), json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new StoredRun(folder, report());
    }

    private RunReport report() {
      return RunReportBuilder.builder()
          .schema(1)
          .workload(workload)
          .database(new DatabaseInfo(database, databaseSettings, List.of()))
          .run(
              RunReportRunBuilder.builder()
                  .id("id")
                  .started(Instant.parse("2026-01-02T03:04:05Z"))
                  .versions(Map.of("ibench", "9.9"))
                  .steps(plan)
                  .state(RunState.DONE)
                  .label(label.label())
                  .tags(label.tags())
                  .build())
          .data(new StoredData(runsBefore, Optional.empty(), shape, List.of(), 0, Optional.empty()))
          .rates(InsertRates.NONE)
          .outcome(RunReportOutcomeBuilder.builder().verdict(Optional.of(Verdict.VALID)).build())
          .build();
    }
  }

  static Side side(String name, StoredRun... runs) {
    return new Side(name, List.of(runs));
  }

  static ComparedValue base(double value) {
    return new ComparedValue(
        value, Double.isNaN(value) ? Double.NaN : 1, Noise.unknown("the base"));
  }

  static ComparedValue within(double value, double ratio, boolean exceeds) {
    return new ComparedValue(
        value, ratio, new Noise(Kind.WITHIN_RUN, exceeds, 0.03, 0.001, WITHIN));
  }

  static ComparedValue unknown(double value, double ratio) {
    return new ComparedValue(value, ratio, Noise.unknown("one number a side"));
  }

  static FigureRow row(String key, Group group, String name, String unit, ComparedValue... cells) {
    Better better = group == Group.RATE ? Better.HIGHER : Better.LOWER;
    return new FigureRow(key, group, name, unit, better, "", List.of(cells));
  }

  static State valid() {
    return new State(Optional.of(Verdict.VALID), Optional.empty(), List.of());
  }

  static State leftOut(String why) {
    return new State(Optional.of(Verdict.INVALID), Optional.of(why), List.of("too slow"));
  }

  static StepComparison step(String name, List<State> states, FigureRow... rows) {
    return new StepComparison(name, Unit.QUERIES, StepPurpose.MAIN, states, Arrays.asList(rows));
  }

  /** Two sides of one run each: faster, with less written, and a slower tail. */
  static StepComparison request() {
    return step(
        "request",
        List.of(valid(), valid()),
        row("qps", Group.RATE, "qps", "queries/s", base(1000), within(1310, 1.31, true)),
        row("wkbpq", Group.COST, "wKB/q", "KB/query", base(7.14), within(5.8, 0.8123, true)),
        row("cspq", Group.COST, "cs/q", "", base(2), within(2.04, 1.02, false)),
        row("rpq", Group.COST, "r/q", "", base(Double.NaN), unknown(0.5, Double.NaN)),
        row("size_gb", Group.SIZE, "size", "GB", base(10), unknown(11.2, 1.12)),
        row("GET.p50_us", Group.LATENCY, "GET p50", "us", base(20), within(10, 0.5, true)),
        row("GET.p99_us", Group.LATENCY, "GET p99", "us", base(200), within(240, 1.2, true)),
        row("client_gc_pct", Group.CLIENT, "gc", "%", base(1), unknown(1, 1)));
  }

  static Comparison comparison(StepComparison... steps) {
    List<Side> sides =
        List.of(side("old", new Run().at("x/old")), side("new", new Run().at("x/new")));
    return new Comparison(
        sides,
        List.of(),
        List.of(new SettingDifference("settings", "sync", List.of("full", "normal"))),
        List.of(steps),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }
}

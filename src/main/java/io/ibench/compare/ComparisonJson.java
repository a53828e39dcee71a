package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.store.StoredRun;
import io.ibench.statistics.CountedDifference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison as JSON objects; docs/compare.md describes the keys. Stateless. */
public final class ComparisonJson {

  private static final int SCHEMA = 1;

  private ComparisonJson() {}

  /** Maps, lists, texts, numbers and null; unknown values are null. */
  public static Map<String, Object> of(Comparison comparison) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("sides", comparison.sides().stream().map(ComparisonJson::side).toList());
    json.put("unlike", differences(comparison.unlike()));
    json.put("differences", differences(comparison.differences()));
    json.put("notes", comparison.notes());
    json.put("not_in_all", comparison.notInAll());
    json.put("answers", comparison.answers().map(ComparisonJson::answers).orElse(null));
    json.put("steps", comparison.steps().stream().map(ComparisonJson::step).toList());
    json.put(
        "at_equal_rows", comparison.equalRows().stream().map(ComparisonJson::equalRows).toList());
    json.put("cpu_by_function", functions(comparison));
    return json;
  }

  /** Of two sides with profiles; else an empty list. */
  private static List<Map<String, Object>> functions(Comparison comparison) {
    return comparison.sides().size() == 2
        ? CpuDifference.of(comparison.sides()).stream().map(ComparisonJson::functions).toList()
        : List.of();
  }

  private static Map<String, Object> functions(CpuDifference difference) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", difference.step());
    json.put("whose", difference.whose().name().toLowerCase(Locale.ROOT));
    json.put("of", difference.of());
    json.put("total", change(difference.total()));
    json.put("alike", difference.alike());
    json.put("paths", difference.paths().stream().map(ComparisonJson::line).toList());
    json.put("functions", difference.functions().stream().map(ComparisonJson::line).toList());
    json.put("tested", difference.tested());
    return json;
  }

  private static Map<String, Object> line(CpuDifference.Line line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("first", line.first());
    json.put("last", line.last());
    json.putAll(change(line.difference()));
    return json;
  }

  private static Map<String, Object> change(CountedDifference difference) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("a_us", difference.a());
    json.put("b_us", difference.b());
    json.put("change_us", difference.change());
    json.put("half_us", Double.isNaN(difference.half()) ? null : difference.half());
    json.put("repeated", difference.repeated());
    return json;
  }

  private static Map<String, Object> equalRows(EqualRows equal) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", equal.step());
    json.put("rows", equal.rows());
    json.putAll(step(equal.comparison()));
    return json;
  }

  private static Map<String, Object> answers(SameAnswers answers) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("same", answers.same().orElse(null));
    json.put("text", answers.sentence());
    return json;
  }

  private static Map<String, Object> side(Side side) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", side.name());
    json.put("runs", side.runs().stream().map(ComparisonJson::run).toList());
    return json;
  }

  private static Map<String, Object> run(StoredRun run) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("folder", run.folder().toString());
    json.put("id", run.report().id());
    json.put("started", run.report().started().toString());
    json.put("ibench", run.report().version());
    json.put("workload", run.report().workload());
    json.put("state", run.report().state().label());
    json.put("label", run.report().label().label().orElse(null));
    json.put("tags", run.report().label().tags());
    json.put("verdict", run.report().verdict().map(ComparisonCsv::label).orElse(null));
    json.put("database", database(run.report().database()));
    return json;
  }

  private static Map<String, Object> database(DatabaseInfo database) {
    Map<String, Object> json = new LinkedHashMap<>(database.fields());
    json.put("settings", database.settings());
    json.put("warnings", database.warnings());
    return json;
  }

  private static List<Map<String, Object>> differences(List<SettingDifference> differences) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (SettingDifference difference : differences) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("area", difference.area());
      json.put("name", difference.name());
      json.put("values", difference.values());
      list.add(json);
    }
    return list;
  }

  private static Map<String, Object> step(StepComparison step) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", step.step());
    json.put("unit", ComparisonCsv.label(step.unit()));
    json.put("states", step.states().stream().map(ComparisonJson::state).toList());
    json.put("figures", step.rows().stream().map(ComparisonJson::row).toList());
    return json;
  }

  private static Map<String, Object> state(State state) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("verdict", state.verdict().map(ComparisonCsv::label).orElse(null));
    json.put("left_out", state.leftOut().orElse(null));
    json.put("reasons", state.reasons());
    return json;
  }

  private static Map<String, Object> row(FigureRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("key", row.key());
    json.put("group", ComparisonCsv.label(row.group()));
    json.put("name", row.name());
    json.put("unit", row.unit());
    json.put("better", ComparisonCsv.label(row.better()));
    List<Map<String, Object>> cells = new ArrayList<>();
    for (int side = 0; side < row.cells().size(); side++) {
      cells.add(cell(row.cells().get(side), side > 0));
    }
    json.put("cells", cells);
    return json;
  }

  private static Map<String, Object> cell(ComparedValue cell, boolean other) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("value", ComparisonCsv.number(cell.value()));
    json.put("runs", cell.runs().stream().map(ComparisonCsv::number).toList());
    json.put(
        "repeats",
        cell.repeats().stream()
            .map(run -> run.stream().map(ComparisonCsv::number).toList())
            .toList());
    json.put("ratio", ComparisonCsv.number(cell.ratio()));
    json.put("noise", other && cell.isCompared() ? noise(cell.noise()) : null);
    return json;
  }

  private static Map<String, Object> noise(Noise noise) {
    boolean known = noise.kind() != Noise.Kind.UNKNOWN;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", ComparisonCsv.label(noise.kind()));
    json.put("exceeds", known ? noise.exceeds() : null);
    json.put("limit", ComparisonCsv.number(noise.limit()));
    json.put("p", ComparisonCsv.number(noise.p()));
    json.put("test", noise.test());
    return json;
  }
}

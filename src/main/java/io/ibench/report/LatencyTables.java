package io.ibench.report;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.PeriodSeries.Entry;
import io.ibench.report.RunReport.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Latencies of each operation, period by period: those that become slower show here. */
final class LatencyTables {

  private static final String P99 = "p99_us";
  private static final List<String> KEYS =
      List.of("p50_us", "p95_us", "p99_us", "p999_us", "max_us");
  private static final List<String> NAMES = List.of("p50", "p95", "p99", "p99.9", "max");

  private final PeriodSeries series;
  private final Layout layout;
  private final List<String> operations;

  private LatencyTables(PeriodSeries series, Layout layout) {
    this.series = series;
    this.layout = layout;
    this.operations =
        series.entries().stream()
            .flatMap(entry -> entry.period().operations().stream())
            .filter(operation -> operation.count() > 0)
            .map(Operation::name)
            .distinct()
            .toList();
  }

  /**
   * One percentile: a row for each period, a column for each operation. Of the last step that has
   * periods, best of queries, as with the operations: a report of many steps stays one.
   */
  static String brief(RunReport run, Layout layout) {
    List<PeriodSeries> all = PeriodSeries.of(run);
    List<PeriodSeries> queries = all.stream().filter(s -> s.unit() == Unit.QUERIES).toList();
    List<PeriodSeries> candidates = queries.isEmpty() ? all : queries;
    if (candidates.isEmpty()) {
      return "";
    }
    PeriodSeries series = candidates.get(candidates.size() - 1);
    LatencyTables latencies = new LatencyTables(series, layout);
    List<String> tables = new ArrayList<>();
    String others = all.size() > 1 ? ", and the other steps" : "";
    String hint = "; report --latencies prints all percentiles" + others;
    tables.add(latencies.matrix("service times", hint, Operation::service));
    if (series.paced()) {
      tables.add(
          latencies.matrix("response times", ", from the intended start", Operation::response));
    }
    return String.join("\n", tables.stream().filter(table -> !table.isEmpty()).toList());
  }

  /** All percentiles: a table for each operation, with a row for each period. */
  static String full(RunReport run, Layout layout) {
    List<String> tables = new ArrayList<>();
    for (PeriodSeries series : PeriodSeries.of(run)) {
      LatencyTables latencies = new LatencyTables(series, layout);
      latencies.operations.forEach(operation -> tables.add(latencies.block(operation)));
    }
    return String.join("\n", tables);
  }

  private String matrix(
      String what, String more, Function<Operation, Map<String, Number>> latency) {
    if (operations.isEmpty()) {
      return "";
    }
    LatencyUnit unit = unit(operations, latency, P99);
    TextTable table = new TextTable();
    heads().forEach(table::head);
    for (Entry entry : series.entries()) {
      List<String> row = new ArrayList<>(List.of(series.label(entry)));
      operations.forEach(name -> row.add(cell(unit, find(entry, name).map(latency), P99)));
      table.add(row);
    }
    return layout.title(
            String.format("p99 of %s by %s, in %s%s", what, titled(), unit.name(), more))
        + layout.table(table);
  }

  private String titled() {
    return VerdictText.titled(series.each(), series.verdict());
  }

  /** Long names are broken at their underscores, so that ten of them stand beside each other. */
  private List<List<String>> heads() {
    List<List<String>> names =
        operations.stream().map(name -> Arrays.asList(name.split("(?<=_)"))).toList();
    int lines = names.stream().mapToInt(List::size).max().orElse(1);
    List<List<String>> heads = new ArrayList<>();
    for (int line = 0; line < lines; line++) {
      int fromBottom = lines - line;
      List<String> head = new ArrayList<>(List.of(fromBottom == 1 ? series.head() : ""));
      for (List<String> parts : names) {
        int part = parts.size() - fromBottom;
        head.add(part < 0 ? "" : parts.get(part));
      }
      heads.add(head);
    }
    return heads;
  }

  private String block(String operation) {
    LatencyUnit unit = unit(List.of(operation), Operation::service, "p50_us");
    TextTable table = new TextTable();
    List<String> above = new ArrayList<>(Collections.nCopies(3 + NAMES.size(), ""));
    List<String> head = new ArrayList<>(List.of(series.head(), "count", "per s"));
    head.addAll(NAMES);
    if (series.paced()) {
      above.addAll(Collections.nCopies(NAMES.size(), "response"));
      head.addAll(NAMES);
      table.head(above);
    }
    table.head(head);
    for (Entry entry : series.entries()) {
      table.add(row(entry, find(entry, operation), unit));
    }
    String what = series.paced() ? "service and response time" : "service time";
    return layout.title(
            String.format("%s: %s by %s, in %s", operation, what, titled(), unit.name()))
        + layout.table(table);
  }

  private List<String> row(Entry entry, Optional<Operation> operation, LatencyUnit unit) {
    List<String> row = new ArrayList<>(List.of(series.label(entry)));
    row.add(operation.map(Operation::count).map(Numbers::count).orElse("0"));
    row.add(Numbers.figure(operation.flatMap(Operation::perSecond).orElse(null)));
    KEYS.forEach(key -> row.add(cell(unit, operation.map(Operation::service), key)));
    if (series.paced()) {
      KEYS.forEach(key -> row.add(cell(unit, operation.map(Operation::response), key)));
    }
    return row;
  }

  private static Optional<Operation> find(Entry entry, String name) {
    return entry.period().operations().stream()
        .filter(operation -> operation.name().equals(name) && operation.count() > 0)
        .findFirst();
  }

  private LatencyUnit unit(
      List<String> names, Function<Operation, Map<String, Number>> latency, String key) {
    return LatencyUnit.of(
        series.entries().stream()
            .flatMap(entry -> names.stream().flatMap(name -> find(entry, name).stream()))
            .map(operation -> latency.apply(operation).get(key))
            .filter(Objects::nonNull)
            .map(Number::doubleValue)
            .toList());
  }

  private static String cell(LatencyUnit unit, Optional<Map<String, Number>> latency, String key) {
    return latency
        .map(values -> values.get(key))
        .map(micros -> unit.text(micros.doubleValue()))
        .orElse(Numbers.figure(null));
  }
}

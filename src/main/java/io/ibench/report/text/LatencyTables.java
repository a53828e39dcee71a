package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.text.PeriodSeries.SeriesPeriod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Latencies of each operation in each period: they show which operations become slower. */
public final class LatencyTables {

  private static final String P99 = "p99_us";
  private static final List<String> KEYS =
      List.of("p50_us", "p95_us", "p99_us", "p999_us", "max_us");

  private final PeriodSeries series;
  private final List<String> operations;

  private LatencyTables(PeriodSeries series) {
    this.series = series;
    this.operations =
        series.entries().stream()
            .flatMap(entry -> entry.period().operations().stream())
            .filter(operation -> operation.count() > 0)
            .map(Operation::name)
            .distinct()
            .toList();
  }

  /**
   * The series of which a report shows the 99th percentiles: the last one, if possible of queries.
   */
  public static Optional<PeriodSeries> shown(RunReport run) {
    List<PeriodSeries> all = PeriodSeries.of(run);
    List<PeriodSeries> queries = all.stream().filter(s -> s.unit() == Unit.QUERIES).toList();
    List<PeriodSeries> candidates = queries.isEmpty() ? all : queries;
    return candidates.stream().reduce((before, after) -> after);
  }

  /**
   * One percentile: a row for each period, a column for each operation. Shows one step only, so
   * that a report of many steps stays short.
   */
  static List<Table> brief(RunReport run) {
    String others = PeriodSeries.of(run).size() > 1 ? ", and the other steps" : "";
    String hint = "; report --all prints all percentiles" + others;
    return shown(run).map(series -> percentiles(series, hint)).orElse(List.of());
  }

  /** The 99th percentiles of service times, and of response times if the step is paced. */
  public static List<Table> percentiles(PeriodSeries series) {
    return percentiles(series, "");
  }

  private static List<Table> percentiles(PeriodSeries series, String hint) {
    LatencyTables latencies = new LatencyTables(series);
    if (latencies.operations.isEmpty()) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    tables.add(latencies.p99Table("service times", hint, Operation::service));
    if (series.paced()) {
      tables.add(
          latencies.p99Table("response times", ", from the intended start", Operation::response));
    }
    return tables;
  }

  /** All percentiles: a table for each operation, with a row for each period. */
  static List<Table> full(RunReport run) {
    return PeriodSeries.of(run).stream().flatMap(series -> full(series).stream()).toList();
  }

  /** The same for one series. */
  public static List<Table> full(PeriodSeries series) {
    LatencyTables latencies = new LatencyTables(series);
    return latencies.operations.stream().map(latencies::percentileTable).toList();
  }

  private Table p99Table(
      String what, String more, Function<Operation, Map<String, Number>> latency) {
    LatencyUnit unit = unit(operations, latency, P99);
    String title =
        String.format(Locale.ROOT, "p99 of %s by %s, in %s%s", what, titled(), unit.name(), more);
    return columns()
        .addAll(
            operations,
            name -> FigureColumn.head(name, P99),
            (entry, name) -> cell(unit, find(entry, name).map(latency), P99))
        .table(title, series.entries(), LatencyTables::isGrey);
  }

  private Columns<SeriesPeriod> columns() {
    return new Columns<SeriesPeriod>().text(series.head(), series::label);
  }

  private static boolean isGrey(SeriesPeriod entry) {
    return entry.step().filter(Tones::isInvalid).isPresent();
  }

  private String titled() {
    return VerdictText.titled(series.each(), series.verdict());
  }

  private Table percentileTable(String operation) {
    LatencyUnit unit = unit(List.of(operation), Operation::service, "p50_us");
    Columns<SeriesPeriod> table =
        columns()
            .add(
                FigureColumn.head("count", "count"),
                entry ->
                    find(entry, operation).map(Operation::count).map(NumberText::count).orElse("0"))
            .add(
                FigureColumn.head("per s", "per_second"),
                entry ->
                    NumberText.figure(
                        find(entry, operation).flatMap(Operation::perSecond).orElse(null)))
            .addAll(
                KEYS,
                key -> OperationTable.latencyColumn("", key),
                (entry, key) -> cell(unit, find(entry, operation).map(Operation::service), key));
    if (series.paced()) {
      table.addAll(
          KEYS,
          key -> OperationTable.latencyColumn("response", key),
          (entry, key) -> cell(unit, find(entry, operation).map(Operation::response), key));
    }
    String what = series.paced() ? "service and response time" : "service time";
    String title =
        String.format(Locale.ROOT, "%s: %s by %s, in %s", operation, what, titled(), unit.name());
    return table.table(title, series.entries(), LatencyTables::isGrey);
  }

  private static Optional<Operation> find(SeriesPeriod entry, String name) {
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
    return OperationTable.latency(unit, latency.map(values -> values.get(key)).orElse(null));
  }
}

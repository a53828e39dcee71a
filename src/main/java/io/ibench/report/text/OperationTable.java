package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts and latencies of each operation of one step. */
public final class OperationTable {

  private static final List<String> BRIEF_LATENCIES =
      List.of("mean_us", "p50_us", "p95_us", "p99_us", "p999_us", "max_us");
  private static final List<String> ALL_LATENCIES =
      List.of("mean_us", "p50_us", "p95_us", "p99_us", "p999_us", "p9999_us", "max_us");

  /** A median response time from which requests are taken to have queued up. */
  private static final double QUEUED_MICROS = 100_000;

  private final Step step;
  private final List<Operation> operations;
  private final LatencyUnit unit;
  private final boolean all;
  private final List<String> keys;

  private OperationTable(Step step, boolean all) {
    this.step = step;
    this.operations = step.whole().operations();
    this.unit = unitOf(Operation::service);
    this.all = all;
    this.keys = latencyKeys(all);
  }

  /** The tables with the latencies for which a text has room. */
  static List<Table> brief(Step step) {
    return new OperationTable(step, false).tables();
  }

  /**
   * The tables with errors and all percentiles: service times, response times if the step is paced,
   * and waits for pooled connections if there are any.
   */
  public static List<Table> of(Step step) {
    return new OperationTable(step, true).tables();
  }

  /**
   * The unit in which a step's latencies are shown.
   *
   * @param response for response times, else for service times
   */
  public static LatencyUnit unit(Step step, boolean response) {
    OperationTable table = new OperationTable(step, true);
    return response ? table.unitOfResponses() : table.unit;
  }

  private LatencyUnit unitOf(Function<Operation, Map<String, Number>> latency) {
    return LatencyUnit.of(medians(operations, latency));
  }

  private static List<Double> medians(
      List<Operation> of, Function<Operation, Map<String, Number>> latency) {
    return of.stream()
        .map(operation -> latency.apply(operation).get("p50_us"))
        .filter(Objects::nonNull)
        .map(Number::doubleValue)
        .toList();
  }

  /**
   * The unit of the service times, so that a reader can compare both tables. If requests queued up,
   * a unit of their own: microseconds would have eight digits.
   */
  private LatencyUnit unitOfResponses() {
    List<Double> medians = medians(late(), Operation::response);
    boolean queued =
        !medians.isEmpty() && medians.stream().allMatch(median -> median >= QUEUED_MICROS);
    return queued ? LatencyUnit.of(medians) : unit;
  }

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    String of = "operations in " + titled() + ", ";
    if (!step.paced()) {
      String same = of + "service = response time in " + unit.name() + " (no target rate)";
      tables.add(table(same, operations, Operation::service, unit));
    } else {
      LatencyUnit responses = unitOfResponses();
      String service = of + "service time in " + unit.name();
      String unstarted = step.whole().figures().text(Figure.UNSTARTED);
      String response =
          String.format(
              Locale.ROOT,
              "response time in %s, from the intended start; due but not started: %s",
              responses.name(),
              unstarted);
      tables.add(table(service, operations, Operation::service, unit));
      tables.add(table(response, late(), Operation::response, responses));
    }
    poolWaits().ifPresent(tables::add);
    return tables;
  }

  /** A running step has the figures of the report periods that are over. */
  private String titled() {
    return step.state() == RunState.RUNNING
        ? String.format(
            Locale.ROOT,
            "%s (running), its first %s s",
            step.title(),
            NumberText.seconds(step.whole().figures().value(Figure.SECONDS)))
        : VerdictText.titled(step.title(), step.verdict());
  }

  /** Empty unless connections come from a pool. */
  private Optional<Table> poolWaits() {
    List<Operation> waiting =
        operations.stream().filter(operation -> !operation.poolWait().isEmpty()).toList();
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    LatencyUnit waits = unitOf(Operation::poolWait);
    String title = "waits for a pooled connection in " + waits.name() + ", part of the above";
    Columns<Operation> table = new Columns<Operation>().text("operation", Operation::name);
    return Optional.of(latencies(table, Operation::poolWait, waits).table(title, waiting));
  }

  /**
   * The operations whose response times differ from their service times: in a step with target
   * rates for some operations, the others have no schedule. All operations if no times differ.
   */
  private List<Operation> late() {
    List<Operation> late =
        operations.stream()
            .filter(operation -> !brief(operation.response()).equals(brief(operation.service())))
            .toList();
    return late.isEmpty() ? operations : late;
  }

  private static List<Optional<Number>> brief(Map<String, Number> latencies) {
    return BRIEF_LATENCIES.stream().map(key -> Optional.ofNullable(latencies.get(key))).toList();
  }

  /**
   * The keys of latencies that a table shows.
   *
   * @param all also those for which a text has no room
   */
  static List<String> latencyKeys(boolean all) {
    return all ? ALL_LATENCIES : BRIEF_LATENCIES;
  }

  static TableColumn latencyColumn(String above, String key) {
    String name = key.replace("_us", "").replaceFirst("^p99(9+)$", "p99.$1");
    return FigureColumn.head(above, name, key);
  }

  private Table table(
      String title,
      List<Operation> shown,
      Function<Operation, Map<String, Number>> latency,
      LatencyUnit shownUnit) {
    boolean errors = all || operations.stream().anyMatch(operation -> errors(operation) > 0);
    boolean retries = operations.stream().anyMatch(operation -> operation.retries() > 0);
    Columns<Operation> table =
        new Columns<Operation>()
            .text("operation", Operation::name)
            .add(FigureColumn.head("count", "count"), each -> NumberText.count(each.count()))
            .add(FigureColumn.head("rows", "rows"), each -> NumberText.count(each.rows()))
            .add(
                FigureColumn.head("per s", "per_second"),
                each -> NumberText.figure(each.perSecond().orElse(null)))
            .addIf(
                errors,
                FigureColumn.head("errors", "errors"),
                each -> FigureColumn.trouble(NumberText.count(errors(each))))
            .addIf(
                retries,
                FigureColumn.head("retries", "retries"),
                each -> Cell.of(NumberText.count(each.retries())));
    return latencies(table, latency, shownUnit).table(title, shown);
  }

  private Columns<Operation> latencies(
      Columns<Operation> table,
      Function<Operation, Map<String, Number>> latency,
      LatencyUnit shownUnit) {
    return table.addAll(
        keys,
        key -> latencyColumn("", key),
        (operation, key) -> latency(shownUnit, latency.apply(operation).get(key)));
  }

  private static long errors(Operation operation) {
    return operation.errors().values().stream().mapToLong(Number::longValue).sum();
  }

  /** A latency without its unit; a dash for null. */
  static String latency(LatencyUnit unit, @Nullable Number micros) {
    return micros == null ? NumberText.figure(null) : unit.text(micros.doubleValue());
  }
}

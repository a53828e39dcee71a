package io.ibench.report;

import io.ibench.report.RunReport.Operation;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Counts and latencies of each operation of one step, as tables of text. */
final class OperationTable {

  private static final List<String> LATENCIES =
      List.of("mean_us", "p50_us", "p95_us", "p99_us", "p999_us", "max_us");

  private final Step step;
  private final List<Operation> operations;
  private final LatencyUnit unit;
  private final Layout layout;

  OperationTable(Step step, Layout layout) {
    this.step = step;
    this.layout = layout;
    this.operations = step.whole().operations();
    this.unit = unitOf(Operation::service);
  }

  private LatencyUnit unitOf(Function<Operation, Map<String, Number>> latency) {
    return LatencyUnit.of(
        operations.stream()
            .map(operation -> latency.apply(operation).get("p50_us"))
            .filter(Objects::nonNull)
            .map(Number::doubleValue)
            .toList());
  }

  /** The service times, and the response times where they are something else. */
  String text() {
    String of = "operations in " + VerdictText.titled(step.title(), step.verdict()) + ", ";
    if (!step.paced()) {
      String same = of + "service = response time in " + unit.name() + " (no target rate)";
      return layout.title(same) + layout.table(table(operations, Operation::service)) + poolWaits();
    }
    String unstarted = Numbers.figure(step.whole().figures().get("unstarted"));
    return layout.title(of + "service time in " + unit.name())
        + layout.table(table(operations, Operation::service))
        + "\n"
        + layout.title(
            String.format(
                "response time in %s, from the intended start; due but not started: %s",
                unit.name(), unstarted))
        + layout.table(table(late(), Operation::response))
        + poolWaits();
  }

  /** Only where connections are borrowed. */
  private String poolWaits() {
    List<Operation> waiting =
        operations.stream().filter(operation -> !operation.poolWait().isEmpty()).toList();
    if (waiting.isEmpty()) {
      return "";
    }
    LatencyUnit waits = unitOf(Operation::poolWait);
    TextTable table = new TextTable();
    table.head(List.of("operation", "mean", "p50", "p95", "p99", "p99.9", "max"));
    for (Operation operation : waiting) {
      List<String> row = new ArrayList<>(List.of(operation.name()));
      LATENCIES.forEach(name -> row.add(latency(waits, operation.poolWait().get(name))));
      table.add(row);
    }
    String heading = "waits for a pooled connection in " + waits.name() + ", part of the above";
    return "\n" + layout.title(heading) + layout.table(table);
  }

  /**
   * Those whose response times are not their service times. Others have no rate of their own, in a
   * step where some have one. All when there are none.
   */
  private List<Operation> late() {
    List<Operation> late =
        operations.stream()
            .filter(
                operation ->
                    !latencies(operation.response()).equals(latencies(operation.service())))
            .toList();
    return late.isEmpty() ? operations : late;
  }

  private static List<Optional<Number>> latencies(Map<String, Number> of) {
    return LATENCIES.stream().map(name -> Optional.ofNullable(of.get(name))).toList();
  }

  private TextTable table(List<Operation> shown, Function<Operation, Map<String, Number>> latency) {
    boolean errors = operations.stream().anyMatch(operation -> errors(operation) > 0);
    boolean retries = operations.stream().anyMatch(operation -> operation.retries() > 0);
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("operation", "count", "rows", "per s"));
    addIf(head, errors, "errors");
    addIf(head, retries, "retries");
    head.addAll(List.of("mean", "p50", "p95", "p99", "p99.9", "max"));
    table.head(head);
    for (Operation operation : shown) {
      List<String> row = counts(operation);
      addIf(row, errors, Numbers.count(errors(operation)));
      addIf(row, retries, Numbers.count(operation.retries()));
      LATENCIES.forEach(name -> row.add(latency(unit, latency.apply(operation).get(name))));
      table.add(row);
    }
    return table;
  }

  /** Columns of zeros would only make the lines longer. */
  private static void addIf(List<String> cells, boolean wanted, String cell) {
    if (wanted) {
      cells.add(cell);
    }
  }

  private static List<String> counts(Operation operation) {
    List<String> cells = new ArrayList<>();
    cells.add(operation.name());
    cells.add(Numbers.count(operation.count()));
    cells.add(Numbers.count(operation.rows()));
    cells.add(Numbers.figure(operation.perSecond().orElse(null)));
    return cells;
  }

  private static long errors(Operation operation) {
    return operation.errors().values().stream().mapToLong(Number::longValue).sum();
  }

  private static String latency(LatencyUnit in, Number micros) {
    return Optional.ofNullable(micros)
        .map(value -> in.text(value.doubleValue()))
        .orElse(Numbers.figure(null));
  }
}

package io.ibench.report;

import io.ibench.measure.Buckets;
import io.ibench.measure.Role;
import io.ibench.report.RunReport.Operation;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;

/** The insert benchmark's histogram: the share of each bucket, of all clients together. */
final class BucketTable {

  static final List<String> NAMES =
      List.of("256us", "1ms", "4ms", "16ms", "64ms", "256ms", "1s", "4s", "16s", "more");

  private record Row(String title, Operation operation) {}

  private BucketTable() {}

  /** Of the steps that insert or delete; empty when there are none. */
  static String text(RunReport run, Layout layout) {
    List<Row> rows = new ArrayList<>();
    run.steps().stream().filter(BucketTable::writes).forEach(step -> addRows(rows, step));
    if (rows.isEmpty()) {
      return "";
    }
    int shown = shown(rows);
    TextTable table = new TextTable(2, 0);
    List<String> head = new ArrayList<>(List.of("step", "operation"));
    head.addAll(NAMES.subList(0, shown));
    head.add("max");
    table.head(head);
    rows.forEach(row -> table.add(cells(row, shown)));
    String title = "service times: percent of operations in each bucket, up to its upper edge";
    return layout.title(title) + layout.table(table);
  }

  private static boolean writes(Step step) {
    return step.whole().operations().stream()
        .map(Operation::role)
        .anyMatch(role -> role == Role.INSERT || role == Role.DELETE);
  }

  private static void addRows(List<Row> rows, Step step) {
    String title = step.title();
    for (Operation operation : step.whole().operations()) {
      boolean whole = operation.buckets().size() == Buckets.COUNT;
      if (operation.role() != Role.ASIDE && whole && total(operation) > 0) {
        rows.add(new Row(title, operation));
        // Once is enough for all rows of a step.
        title = "";
      }
    }
  }

  private static long total(Operation operation) {
    return operation.buckets().stream().mapToLong(Long::longValue).sum();
  }

  /** Columns up to the last one that anything is in. */
  private static int shown(List<Row> rows) {
    int last = 0;
    for (Row row : rows) {
      for (int bucket = last; bucket < Buckets.COUNT; bucket++) {
        last = row.operation().buckets().get(bucket) > 0 ? bucket : last;
      }
    }
    return last + 1;
  }

  private static List<String> cells(Row row, int shown) {
    Operation operation = row.operation();
    List<String> cells = new ArrayList<>(List.of(row.title(), operation.name()));
    long total = total(operation);
    for (long count : operation.buckets().subList(0, shown)) {
      cells.add(percent(count, total));
    }
    Number max = operation.service().get("max_us");
    cells.add(
        max == null
            ? Numbers.figure(null)
            : Durations.latency(Math.round(1e3 * max.doubleValue())));
    return cells;
  }

  /** Nothing for an empty bucket, so that the others stand out. */
  static String percent(long count, long total) {
    if (count == 0) {
      return "";
    }
    String text = Numbers.decimals(100.0 * count / total, 3);
    return text.equals("0.000") ? "nonzero" : text;
  }
}

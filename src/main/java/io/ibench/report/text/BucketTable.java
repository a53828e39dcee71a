package io.ibench.report.text;

import io.ibench.measure.Buckets;
import io.ibench.measure.Role;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;

/** The insert benchmark's histogram: the share of each bucket, for all clients together. */
public final class BucketTable {

  private record BucketRow(String title, Operation operation) {}

  private BucketTable() {}

  /** Shows the steps that insert or delete; empty without such steps. */
  public static Table of(RunReport run) {
    List<BucketRow> rows = new ArrayList<>();
    run.steps().stream().filter(BucketTable::writes).forEach(step -> addRows(rows, step));
    int shown = shown(rows);
    List<TableColumn> heads =
        new ArrayList<>(List.of(TableColumn.text("step"), TableColumn.text("operation")));
    Buckets.NAMES.subList(0, shown).forEach(name -> heads.add(FigureColumn.head(name, "bucket")));
    heads.add(FigureColumn.head("max", "max_us"));
    return new Table(
        "service times: percent of operations in each bucket, up to its upper edge",
        heads,
        rows.stream().map(row -> Row.of(cells(row, shown))).toList());
  }

  private static boolean writes(Step step) {
    return step.whole().operations().stream()
        .map(Operation::role)
        .anyMatch(role -> role == Role.INSERT || role == Role.DELETE);
  }

  private static void addRows(List<BucketRow> rows, Step step) {
    String title = step.title();
    for (Operation operation : step.whole().operations()) {
      boolean complete = operation.buckets().size() == Buckets.COUNT;
      if (operation.role() != Role.AUXILIARY && complete && total(operation) > 0) {
        rows.add(new BucketRow(title, operation));
        // Only the first row of a step has its title.
        title = "";
      }
    }
  }

  private static long total(Operation operation) {
    return operation.buckets().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of columns up to the last bucket that is not empty. */
  private static int shown(List<BucketRow> rows) {
    int last = 0;
    for (BucketRow row : rows) {
      for (int bucket = last; bucket < Buckets.COUNT; bucket++) {
        last = row.operation().buckets().get(bucket) > 0 ? bucket : last;
      }
    }
    return last + 1;
  }

  private static List<String> cells(BucketRow row, int shown) {
    Operation operation = row.operation();
    List<String> cells = new ArrayList<>(List.of(row.title(), operation.name()));
    long total = total(operation);
    for (long count : operation.buckets().subList(0, shown)) {
      cells.add(percent(count, total));
    }
    cells.add(ClientTable.latency(operation.service().get("max_us")));
    return cells;
  }

  /** No text for an empty bucket, so that the others stand out. */
  static String percent(long count, long total) {
    if (count == 0) {
      return "";
    }
    String text = NumberText.decimals(100.0 * count / total, 3);
    return text.equals("0.000") ? "nonzero" : text;
  }
}

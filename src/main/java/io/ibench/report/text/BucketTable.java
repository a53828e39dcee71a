package io.ibench.report.text;

import io.ibench.measure.Buckets;
import io.ibench.measure.Role;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
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
    Columns<BucketRow> columns =
        new Columns<BucketRow>()
            .text("step", BucketRow::title)
            .text("operation", row -> row.operation().name());
    for (int i = 0; i < shown(rows); i++) {
      int bucket = i;
      columns.add(
          FigureColumn.head(Buckets.NAMES.get(i), "bucket"),
          row -> percent(row.operation().buckets().get(bucket), total(row.operation())));
    }
    return columns
        .add(
            FigureColumn.head("max", "max_us"),
            row -> ClientTable.latency(row.operation().service().get("max_us")))
        .table("service times: percent of operations in each bucket, up to its upper edge", rows);
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

  /** No text for an empty bucket, so that the others stand out. */
  static String percent(long count, long total) {
    if (count == 0) {
      return "";
    }
    String text = NumberText.decimals(100.0 * count / total, 3);
    return text.equals("0.000") ? "nonzero" : text;
  }
}

package io.ibench.report;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Counts and latencies of each operation of one step, as tables of text. */
final class OperationTable {

  private final RunInfo run;
  private final StepResult step;
  private final LatencyUnit unit;

  OperationTable(RunInfo run, StepResult step) {
    this.run = run;
    this.step = step;
    this.unit =
        LatencyUnit.of(step.whole().operations().stream().map(OperationSummary::service).toList());
  }

  /** The service times, and the response times where they are something else. */
  String text(String indent) {
    boolean paced = step.step().paced();
    String service =
        String.format(
            Locale.ROOT,
            "%soperations in %s, service time in %s%s\n",
            indent,
            OneLine.of(step.step().title()),
            unit.name(),
            paced ? "" : " (no target rate: response time is the same)");
    String text = service + table(OperationSummary::service).text(indent);
    if (!paced) {
      return text;
    }
    return String.format(
        Locale.ROOT,
        "%s\n%sresponse time in %s, from the intended start; operations due but not started: %,d\n%s",
        text,
        indent,
        unit.name(),
        step.whole().unstarted(),
        table(OperationSummary::response).text(indent));
  }

  private TextTable table(Function<OperationSummary, LatencySummary> latency) {
    boolean errors = step.whole().failures() > 0;
    boolean retries = step.whole().retries() > 0;
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("operation", "count", "rows", "per s"));
    addIf(head, errors, "errors");
    addIf(head, retries, "retries");
    head.addAll(List.of("mean", "p50", "p95", "p99", "p99.9", "max"));
    table.add(head);
    for (OperationSummary operation : step.whole().operations()) {
      List<String> row = counts(operation);
      addIf(row, errors, Numbers.count(failures(operation)));
      addIf(row, retries, Numbers.count(operation.retries()));
      addLatencies(row, latency.apply(operation));
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

  private List<String> counts(OperationSummary operation) {
    double seconds = step.whole().seconds();
    List<String> cells = new ArrayList<>();
    cells.add(run.operations().get(operation.operation()));
    cells.add(Numbers.count(operation.count()));
    cells.add(Numbers.count(operation.rows()));
    cells.add(Numbers.figure(seconds > 0 ? operation.count() / seconds : null));
    return cells;
  }

  private static long failures(OperationSummary operation) {
    return operation.failures().stream().mapToLong(Long::longValue).sum();
  }

  private void addLatencies(List<String> cells, LatencySummary latency) {
    double[] nanos = {
      latency.meanNanos(),
      latency.p50Nanos(),
      latency.p95Nanos(),
      latency.p99Nanos(),
      latency.p999Nanos(),
      latency.maxNanos()
    };
    for (double each : nanos) {
      cells.add(latency.count() > 0 ? unit.text(each) : Numbers.figure(null));
    }
  }
}

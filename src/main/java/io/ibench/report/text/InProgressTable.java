package io.ibench.report.text;

import io.ibench.measure.LatencySummary;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.InProgressLatencies.Latencies;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.text.ReportTable.Column;
import io.ibench.report.text.ReportTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies of each operation of a step that is not over, where the report has none:
 * before the end of its first report period.
 */
public final class InProgressTable {

  private final InProgressLatencies step;
  private final String title;
  private final boolean all;

  private InProgressTable(RunReport run, InProgressLatencies step, boolean all) {
    this.step = step;
    this.title = step.title(run) + " (running)";
    this.all = all;
  }

  /** As lines of text. */
  static String text(RunReport run, Layout layout) {
    return of(run, false).stream()
        .map(table -> table.text(layout))
        .collect(Collectors.joining("\n"));
  }

  /** Service times, and response times where they are something else; with all percentiles. */
  public static List<ReportTable> of(RunReport run) {
    return of(run, true);
  }

  private static List<ReportTable> of(RunReport run, boolean all) {
    return run.inProgress()
        .filter(step -> run.steps().stream().noneMatch(known -> isShown(step, known)))
        .map(step -> new InProgressTable(run, step, all).tables())
        .orElse(List.of());
  }

  private static boolean isShown(InProgressLatencies step, RunReport.Step known) {
    return step.is(known) && !known.whole().operations().isEmpty();
  }

  private List<ReportTable> tables() {
    if (step.operations().isEmpty()) {
      return List.of(
          new ReportTable("", List.of(), List.of(), title + ": " + String.join("; ", step.lost())));
    }
    String of = "operations in " + title + ", " + step.extent() + "; ";
    LatencyUnit unit = unit();
    if (!step.paced()) {
      String same = of + "service = response time in " + unit.name() + " (no target rate)";
      return List.of(table(same, unit, Latencies::service, note()));
    }
    String response = "response time in " + unit.name() + ", from the intended start";
    return List.of(
        table(of + "service time in " + unit.name(), unit, Latencies::service, ""),
        table(response, unit, latencies -> latencies.response().orElseThrow(), note()));
  }

  private String note() {
    String lost = step.lost().stream().map(line -> "; " + line).collect(Collectors.joining());
    return "from the minutes of latency.hlog; what the step did after the last of them is not in it"
        + lost;
  }

  /** That of the service times, so that both tables can be held against each other. */
  private LatencyUnit unit() {
    return LatencyUnit.of(
        step.operations().stream()
            .map(operation -> LatencySummary.of(operation.service()).p50Nanos() / 1e3)
            .toList());
  }

  private ReportTable table(
      String heading, LatencyUnit unit, Function<Latencies, Histogram> latency, String note) {
    List<Column> heads = new ArrayList<>();
    heads.add(Column.text("operation"));
    heads.add(Column.number("count", "count"));
    heads.add(Column.number("per s", "per_second"));
    heads.addAll(OperationTable.latencies(all));
    List<Row> rows = new ArrayList<>();
    for (Latencies operation : step.operations()) {
      Histogram histogram = latency.apply(operation);
      Map<String, Number> values = Operation.micros(LatencySummary.of(histogram));
      List<String> row = new ArrayList<>();
      row.add(operation.name());
      row.add(NumberText.count(histogram.getTotalCount()));
      row.add(NumberText.figure(histogram.getTotalCount() / step.seconds()));
      heads.stream()
          .skip(row.size())
          .forEach(
              head ->
                  row.add(
                      Optional.ofNullable(values.get(head.key()))
                          .map(micros -> unit.text(micros.doubleValue()))
                          .orElse(NumberText.figure(null))));
      rows.add(Row.of(row));
    }
    return new ReportTable(heading, heads, rows, note);
  }
}

package io.ibench.report.text;

import io.ibench.measure.LatencySummary;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.InProgressLatencies.Latencies;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies of each operation of a step in progress, before the end of its first report
 * period: until then the report has no figures of it.
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

  /** The tables with the latencies for which a text has room. */
  static List<Table> brief(RunReport run) {
    return of(run, false);
  }

  /** Service times, and response times if the step is paced; with all percentiles. */
  public static List<Table> of(RunReport run) {
    return of(run, true);
  }

  private static List<Table> of(RunReport run, boolean all) {
    return run.inProgress()
        .filter(step -> step.isAhead(run))
        .map(step -> new InProgressTable(run, step, all).tables())
        .orElse(List.of());
  }

  private List<Table> tables() {
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
    return "from the newest saved position" + step.rest().map(rest -> "; " + rest).orElse("");
  }

  /** The unit of the service times for both tables, so that a reader can compare them. */
  private LatencyUnit unit() {
    return LatencyUnit.of(
        step.operations().stream()
            .map(operation -> LatencySummary.of(operation.service()).p50Nanos() / 1e3)
            .toList());
  }

  private Table table(
      String heading, LatencyUnit unit, Function<Latencies, Histogram> latency, String note) {
    Function<Latencies, Long> count = operation -> latency.apply(operation).getTotalCount();
    return new Columns<Latencies>()
        .text("operation", Latencies::name)
        .add(FigureColumn.head("count", "count"), count.andThen(NumberText::count))
        .add(
            FigureColumn.head("per s", "per_second"),
            count.andThen(done -> NumberText.figure(done / step.seconds())))
        .addAll(
            OperationTable.latencyKeys(all),
            key -> OperationTable.latencyColumn("", key),
            (operation, key) -> OperationTable.latency(unit, micros(latency, operation).get(key)))
        .table(heading, step.operations())
        .noted(note);
  }

  private static Map<String, Number> micros(
      Function<Latencies, Histogram> latency, Latencies operation) {
    return Operation.micros(LatencySummary.of(latency.apply(operation)));
  }
}

package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The comparison of loads: size, time, rates and written bytes of each run. */
final class LoadTable {

  private static final double MIB_PER_GIB = 1024;

  private static final String[][] HEADS = {
    {"DB-size", "GB"},
    {"Bytes-", "per-doc"},
    {"Write-rate", "MB/s"},
    {"Bytes-written", "GB"},
    {"Test-", "seconds"},
    {"", "Inserts/sec"}
  };

  private final RunReport run;
  private final List<Step> loads;

  private LoadTable(RunReport run) {
    this.run = run;
    this.loads = run.steps().stream().filter(LoadTable::isLoad).toList();
  }

  static boolean isLoad(Step step) {
    return step.unit() == Unit.ROWS;
  }

  /** A row for each run, in order; it has no figures if the run loaded nothing. */
  static Table of(List<RunReport> runs) {
    List<TableColumn> columns = new ArrayList<>();
    for (String[] head : HEADS) {
      columns.add(new TableColumn(head[0], head[1], "", false));
    }
    columns.addAll(List.of(TableColumn.text("Server"), TableColumn.text("verdict")));
    List<Row> rows = new ArrayList<>();
    runs.forEach(run -> rows.add(Row.of(new LoadTable(run).row(rows.size() + 1))));
    return new Table(
        "loads: all steps of a run together that insert and do not query", columns, rows);
  }

  private List<String> row(int number) {
    Optional<Double> seconds = sum("seconds");
    Optional<Double> written = sum("written_gb");
    Optional<Double> writeRate =
        written.flatMap(gb -> seconds.map(time -> MIB_PER_GIB * gb / time));
    Optional<Double> rate = inserted().flatMap(rows -> seconds.map(time -> rows / time));
    return List.of(
        NumberText.figure(last("size_gb").orElse(null)),
        bytesPerRow().map(bytes -> NumberText.count((long) Math.floor(bytes))).orElse("-"),
        NumberText.figure(writeRate.orElse(null)),
        NumberText.figure(written.orElse(null)),
        NumberText.seconds(seconds.orElse(null)),
        NumberText.figure(rate.orElse(null)),
        ComparisonReport.engine(number, run),
        VerdictText.of(VerdictText.worst(loads)));
  }

  /** Empty if one of the steps lacks the figure: a part of the sum would mislead. */
  private Optional<Double> sum(String key) {
    return total(loads.stream().map(step -> value(step, key)).toList());
  }

  private Optional<Double> inserted() {
    return total(
        loads.stream()
            .map(
                step ->
                    value(step, "ips")
                        .flatMap(rate -> value(step, "seconds").map(time -> rate * time)))
            .toList());
  }

  private static Optional<Double> total(List<Optional<Double>> values) {
    return values.isEmpty() || values.stream().anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Optional::get).sum());
  }

  /** The value at the end of the last step. */
  private Optional<Double> last(String key) {
    return loads.isEmpty() ? Optional.empty() : value(loads.get(loads.size() - 1), key);
  }

  /** From the counts if they are known, because the quotient may be rounded up. */
  private Optional<Double> bytesPerRow() {
    Optional<Double> rows = last("rows_in_tables").filter(count -> count > 0);
    return rows.isPresent()
        ? last("db_bytes").map(bytes -> bytes / rows.get())
        : last("bytes_per_row");
  }

  private static Optional<Double> value(Step step, String key) {
    return Optional.ofNullable(step.whole().figures().get(key)).map(Number::doubleValue);
  }
}

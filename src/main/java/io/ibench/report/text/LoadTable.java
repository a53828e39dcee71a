package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The load comparison: how large what was loaded is, and what it took. */
final class LoadTable {

  private static final double MIB_PER_GIB = 1024;

  private final RunReport run;
  private final List<Step> loads;

  private LoadTable(RunReport run) {
    this.run = run;
    this.loads = run.steps().stream().filter(LoadTable::isLoad).toList();
  }

  static boolean isLoad(Step step) {
    return step.unit() == Unit.ROWS;
  }

  /** A row for each run, in their order; of one that has loaded nothing it is empty. */
  static String text(List<RunReport> runs, Layout layout) {
    TextTable table = new TextTable(0, 2);
    table.head(List.of("DB-size", "Bytes-", "Write-rate", "Bytes-written", "Test-", "", "", ""));
    table.head(
        List.of("GB", "per-doc", "MB/s", "GB", "seconds", "Inserts/sec", "Server", "verdict"));
    for (int i = 0; i < runs.size(); i++) {
      table.add(new LoadTable(runs.get(i)).row(i + 1));
    }
    return layout.title("loads: all steps of a run together that insert and do not query")
        + layout.table(table);
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

  /** Empty when one of the steps does not know it: a part of a sum is not the sum. */
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

  /** As of the end of the last step. */
  private Optional<Double> last(String key) {
    return loads.isEmpty() ? Optional.empty() : value(loads.get(loads.size() - 1), key);
  }

  /** From the counts where they are known, as the quotient may be rounded up. */
  private Optional<Double> bytesPerRow() {
    Optional<Double> rows = last("rows_in_tables").filter(count -> count > 0);
    return rows.isPresent()
        ? last("db_bytes").map(bytes -> bytes / rows.get())
        : last("bytes_per_row");
  }

  private static Optional<Double> value(Step step, String key) {
    Map<String, Number> figures = step.whole().figures();
    return Optional.ofNullable(figures.get(key)).filter(Objects::nonNull).map(Number::doubleValue);
  }
}

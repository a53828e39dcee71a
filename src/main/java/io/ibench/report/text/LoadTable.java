package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.Arrangement.Entry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The comparison of loads: size, time, rate and written bytes of each step. Stateless. */
final class LoadTable {

  /**
   * With what the heads cannot say: the units of these columns are those of the published table.
   */
  static final String TITLE =
      "loads: each step that inserts and does not query; an MB/s is 1000 KB/s, a GB of"
          + " Bytes-written 1000 MB";

  private static final double MB_PER_GB = 1000;

  private static final String[][] HEADS = {
    {"DB-size", "GB"},
    {"Bytes-", "per-doc"},
    {"Write-rate", "MB/s"},
    {"Bytes-written", "GB"},
    {"Test-", "seconds"},
    {"", "Inserts/sec"}
  };

  private LoadTable() {}

  static boolean isLoad(Step step) {
    return step.unit() == Unit.ROWS;
  }

  /** The columns of figures. */
  static List<TableColumn> heads() {
    return Stream.of(HEADS).map(head -> new TableColumn(head[0], head[1], "", false)).toList();
  }

  /** Adds the columns of figures; dashes without a step. */
  static void addTo(Columns<Entry> table) {
    for (int i = 0; i < HEADS.length; i++) {
      int column = i;
      table.addCells(heads().get(i), entry -> cellsOf(entry.step().map(Step::whole)).get(column));
    }
  }

  /** Dashes without a period. */
  static List<Cell> cellsOf(Optional<Period> step) {
    Optional<Double> seconds = value(step, Figure.SECONDS);
    Optional<Double> writtenMb =
        value(step, Figure.WRITTEN_GB)
            .map(gb -> gb * NumberText.GB_BYTES / NumberText.RATE_MB_BYTES);
    Optional<Double> writeRate = writtenMb.flatMap(mb -> seconds.map(time -> mb / time));
    return Stream.of(
            NumberText.figure(value(step, Figure.SIZE_GB).orElse(null)),
            bytesPerRow(step)
                .map(bytes -> NumberText.count((long) Math.floor(bytes)))
                .orElse(NumberText.figure(null)),
            NumberText.figure(writeRate.orElse(null)),
            NumberText.figure(writtenMb.map(mb -> mb / MB_PER_GB).orElse(null)),
            NumberText.seconds(seconds.orElse(null)),
            NumberText.figure(value(step, Figure.IPS).orElse(null)))
        .map(Cell::of)
        .toList();
  }

  /** From the counts if they are known, because the quotient may be rounded up. */
  private static Optional<Double> bytesPerRow(Optional<Period> step) {
    Optional<Double> rows = value(step, Figure.ROWS_IN_TABLES).filter(count -> count > 0);
    return rows.isPresent()
        ? value(step, Figure.DB_BYTES).map(bytes -> bytes / rows.get())
        : value(step, Figure.BYTES_PER_ROW);
  }

  private static Optional<Double> value(Optional<Period> step, Figure figure) {
    return step.flatMap(of -> of.figures().number(figure)).map(Number::doubleValue);
  }
}

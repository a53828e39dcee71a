package io.ibench.report.store;

import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RowRates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Writes rows.csv: a row for each N inserted rows, with their insert rate. Confined to the
 * coordinating thread.
 */
public final class RowRateCsv implements RunListener, AutoCloseable {

  private final CsvFile csv;
  private final RowRates rates;

  public RowRateCsv(Path folder, RowRates rates) {
    this(folder, rates, false);
  }

  /**
   * @param continued appends to the file of an earlier process
   */
  RowRateCsv(Path folder, RowRates rates, boolean continued) {
    this.rates = rates;
    csv =
        new CsvFile(
            folder.resolve("rows.csv"), "rows_inserted,step,time,seconds,rows_ps", continued);
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    List<RowRates.RowRate> reached = rates.add(step, snapshot);
    for (RowRates.RowRate rate : reached) {
      csv.add(
          List.of(
              rate.rowsInserted(),
              rate.step(),
              Instant.ofEpochMilli(rate.epochMillis()),
              CsvFile.seconds(rate.seconds()),
              rate.rowsPerSecond()));
    }
    if (!reached.isEmpty()) {
      csv.flush();
    }
  }

  @Override
  public void close() {
    csv.close();
  }
}

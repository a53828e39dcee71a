package io.ibench.report.store;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RowRates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** rows.csv: a row whenever so many rows more are inserted, with the rate of these. */
public final class RowRateCsv implements RunListener, AutoCloseable {

  private final CsvFile csv;
  private final RowRates rates;

  public RowRateCsv(Path folder, RowRates rates) {
    this.rates = rates;
    csv =
        new CsvFile(
            folder.resolve("rows.csv"),
            List.of("rows_inserted", "step", "time", "seconds", "rows_ps"));
  }

  @Override
  public void stepStarted(StepStart step) {}

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    List<RowRates.Rate> reached = rates.add(step, snapshot);
    for (RowRates.Rate rate : reached) {
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
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

  @Override
  public void stepEnded(StepResult result) {}

  @Override
  public void close() {
    csv.close();
  }
}

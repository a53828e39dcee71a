package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.Readings;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Csv;
import io.ibench.report.InsertSamples;
import io.ibench.report.Samples;
import io.ibench.report.figures.RowRates.RowRate;
import io.ibench.report.store.RowRateCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowRatesTest {

  private static final Offset<Double> EXACT = within(1e-9);
  private static final StepStart LOAD = Samples.start("load", Unit.ROWS);

  private final RowRates rates = new RowRates(Samples.ROLES, 1_000);

  /** A second in which this many rows were inserted, and others read. */
  private static Snapshot second(long number, long rows) {
    return Samples.interval(
        number,
        false,
        Readings.NONE,
        recorder -> {
          recorder.success(Samples.READ, 0, 0, 1, 77_777);
          if (rows > 0) {
            recorder.success(Samples.LOAD, 0, 0, 1, rows);
          }
        });
  }

  @Test
  void theMomentOfARowIsInterpolatedInsideItsInterval() {
    assertThat(rates.add(LOAD, second(1, 500))).isEmpty();
    List<RowRate> reached = rates.add(LOAD, second(2, 2_000));

    assertThat(reached).hasSize(2);
    RowRate first = reached.get(0);
    assertThat(first.rowsInserted()).isEqualTo(1_000);
    assertThat(first.seconds()).isCloseTo(1.25, EXACT);
    assertThat(first.rowsPerSecond()).isCloseTo(800, EXACT);
    assertThat(first.epochMillis()).isEqualTo(Samples.EPOCH_MILLIS + 1_250);
    RowRate second = reached.get(1);
    assertThat(second.rowsInserted()).isEqualTo(2_000);
    assertThat(second.seconds()).isCloseTo(0.5, EXACT);
    assertThat(second.epochMillis()).isEqualTo(Samples.EPOCH_MILLIS + 1_750);
    assertThat(rates.add(LOAD, second(3, 500)).get(0).seconds()).isCloseTo(1.25, EXACT);
  }

  @Test
  void aStallBelongsToTheRowsThatCameAfterIt() {
    rates.add(LOAD, second(1, 1_000));
    rates.add(LOAD, second(2, 0));
    rates.add(LOAD, second(3, 0));
    assertThat(rates.add(LOAD, second(4, 1_000)).get(0).seconds()).isCloseTo(3, EXACT);
  }

  @Test
  void stepsThatInsertNothingTakeNoTimeAndRowsGoOnOverSteps() {
    StepStart action = InsertSamples.start("l.x", Unit.INDEXED_ROWS, 1);
    StepStart queries = Samples.start("q", Unit.QUERIES);
    rates.add(LOAD, second(1, 600));
    rates.add(action, second(2, 600));
    rates.add(queries, second(3, 0));
    RowRate rate = rates.add(queries, second(4, 400)).get(0);

    assertThat(rate.rowsInserted()).isEqualTo(1_000);
    assertThat(rate.step()).isEqualTo("q");
    assertThat(rate.seconds()).isCloseTo(2, EXACT);
  }

  @Test
  void atMostTwentyAreKeptEvenlySpreadHoweverLongTheRun() {
    for (int i = 1; i <= 20; i++) {
      rates.add(LOAD, second(i, 1_000));
    }
    assertThat(kept()).containsExactlyElementsOf(multiples(1_000, 20));
    rates.add(LOAD, second(21, 1_000));
    assertThat(kept()).containsExactlyElementsOf(multiples(2_000, 10));
    for (int i = 22; i <= 1_000; i++) {
      rates.add(LOAD, second(i, 1_000));
    }
    assertThat(kept()).containsExactlyElementsOf(multiples(64_000, 15));
  }

  private List<Long> kept() {
    return rates.kept().stream().map(RowRate::rowsInserted).toList();
  }

  private static List<Long> multiples(long each, int count) {
    return LongStream.rangeClosed(1, count).mapToObj(i -> i * each).toList();
  }

  @Test
  void everyRateIsARowOfTheFile(@TempDir Path folder) {
    try (RowRateCsv csv = new RowRateCsv(folder, rates)) {
      csv.stepStarted(LOAD);
      csv.interval(LOAD, second(1, 4_000));
      List<String> rows = new ArrayList<>();
      Csv.read(folder.resolve("rows.csv")).forEach(row -> rows.add(row.get("rows_inserted")));
      assertThat(rows).containsExactly("1000", "2000", "3000", "4000");
      assertThat(Csv.read(folder.resolve("rows.csv")).get(1))
          .containsEntry("step", "load")
          .containsEntry("time", "2026-01-02T03:04:05.500Z")
          .containsEntry("seconds", "0.250000")
          .containsEntry("rows_ps", "4000.000");
    }
  }
}

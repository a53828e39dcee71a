package io.ibench.report.store;

import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Csv;
import io.ibench.report.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample run writes a row per operation every 2 s. */
class OperationCsvTest {

  @TempDir private Path folder;

  private List<Map<String, String>> rows() {
    return Csv.read(folder.resolve("operations.csv"));
  }

  private static void work(Recorder recorder) {
    recorder.success(Samples.READ, 0, 10_000, 12_000, 5);
    recorder.failure(Samples.READ, 0, 0, 0, 1_000_000);
    recorder.retry(Samples.READ);
  }

  private static void run(OperationCsv csv, StepStart step, int seconds) {
    csv.stepStarted(step);
    for (int second = 1; second <= seconds; second++) {
      csv.interval(
          step, Samples.interval(second, step.paced(), Readings.NONE, OperationCsvTest::work));
    }
  }

  @Test
  void aRowPerOperationComesEveryPeriodAndAtTheStepsEnd() {
    try (OperationCsv csv = new OperationCsv(folder, Samples.run(), false)) {
      StepStart first = start("first", Unit.QUERIES);
      run(csv, first, 5);
      assertThat(rows()).hasSize(2);
      csv.stepEnded(step(first, period(5)));
      assertThat(rows()).hasSize(3);
      run(csv, start("second", Unit.QUERIES), 2);

      List<Map<String, String>> rows = rows();
      assertThat(rows).extracting(row -> row.get("count")).containsExactly("2", "2", "1", "2");
      assertThat(rows)
          .extracting(row -> row.get("seconds"))
          .containsExactly("2.000", "2.000", "1.000", "2.000");
      assertThat(rows)
          .extracting(row -> row.get("step"))
          .containsExactly("first", "first", "first", "second");
      assertThat(rows).allMatch(row -> row.get("operation").equals("READ"));
    }
  }

  @Test
  void aRowHasCountsAndLatenciesOfSuccessesInMicroseconds() {
    try (OperationCsv csv = new OperationCsv(folder, Samples.run(), false)) {
      run(csv, start("first", Unit.QUERIES, 1, 1, true), 2);

      assertThat(rows().get(0))
          .containsEntry("time", "2026-01-02T03:04:07Z")
          .containsEntry("errors", "2")
          .containsEntry("retries", "2")
          .containsEntry("rows", "10");
      assertThat(Double.parseDouble(rows().get(0).get("service_max_us"))).isBetween(2.0, 2.02);
      assertThat(Double.parseDouble(rows().get(0).get("response_max_us"))).isBetween(12.0, 12.1);
    }
  }

  @Test
  void anOperationThatOnlyFailedHasNoLatencies() {
    try (OperationCsv csv = new OperationCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      csv.interval(
          step,
          Samples.interval(
              2, false, Readings.NONE, recorder -> recorder.failure(Samples.WRITE, 0, 0, 0, 1)));
      csv.stepEnded(step(step, period(1)));

      assertThat(rows()).hasSize(1);
      assertThat(rows().get(0))
          .containsEntry("errors", "1")
          .containsEntry("service_p50_us", "")
          .containsEntry("response_max_us", "");
    }
  }
}

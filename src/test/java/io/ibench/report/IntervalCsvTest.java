package io.ibench.report;

import static io.ibench.report.Samples.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalCsvTest {

  @TempDir private Path folder;

  private List<Map<String, String>> rows() {
    return Csv.read(folder.resolve("intervals.csv"));
  }

  private List<String> column(String name) {
    return rows().stream().map(row -> row.get(name)).toList();
  }

  private static void work(Recorder recorder) {
    recorder.success(Samples.READ, 0, 0, 1_000, 10);
    recorder.success(Samples.WRITE, 0, 0, 1_000, 1);
    recorder.success(Samples.LOAD, 0, 0, 1_000, 7);
    recorder.failure(Samples.WRITE, 1, 0, 0, 1_000);
  }

  private static Snapshot reading(long seconds, HostMetric metric, long value) {
    return Samples.interval(
        seconds, false, Samples.readings(Map.of(metric, value)), IntervalCsvTest::work);
  }

  @Test
  void aRowPerIntervalIsThereAtOnce() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run())) {
      assertThat(rows()).isEmpty();
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      csv.interval(step, Samples.interval(1, false, Readings.NONE, IntervalCsvTest::work));
      csv.interval(step, Samples.interval(2, false, Readings.NONE, recorder -> {}));

      assertThat(rows()).hasSize(2);
      assertThat(rows().get(0))
          .containsEntry("time", "2026-01-02T03:04:06Z")
          .containsEntry("step", "first")
          .containsEntry("repeat", "1")
          .containsEntry("seconds", "1.000000")
          .containsEntry("full", "true")
          .containsEntry("operations", "3")
          .containsEntry("operations_ps", "3.000")
          .containsEntry("rows", "18")
          .containsEntry("queries", "2")
          .containsEntry("inserted_rows", "7")
          .containsEntry("deleted_rows", "0")
          .containsEntry("errors", "1")
          .containsEntry("workers", "4")
          .containsEntry("oldest_in_flight_ms", "500.000")
          .containsEntry("disk.reads", "");
      assertThat(rows().get(1)).containsEntry("operations", "0");
    }
  }

  @Test
  void theHeadNamesEveryMetricOfTheHost() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run())) {
      StepStart step = start("first", Unit.QUERIES);
      csv.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));

      assertThat(rows().get(0).keySet())
          .containsAll(
              Arrays.stream(HostMetric.values()).map(HostMetric::key).collect(Collectors.toSet()));
    }
  }

  @Test
  void countersAreGrowthAndLevelsStand() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run())) {
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      for (long i = 1; i <= 3; i++) {
        Readings readings =
            Samples.readings(
                Map.of(
                    HostMetric.DISK_READS,
                    1_000 + i * i,
                    HostMetric.SERVER_RSS_BYTES,
                    (1L << 33) - i));
        csv.interval(step, Samples.interval(i, false, readings, recorder -> {}));
      }

      assertThat(column("disk.reads")).containsExactly("", "3", "5");
      assertThat(column("server.rss_bytes"))
          .containsExactly("8589934591", "8589934590", "8589934589");
    }
  }

  @Test
  void growthStartsAnewWithAStepAndGoesOnOverItsRepeats() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run())) {
      StepStart first = start("first", Unit.QUERIES, 1, 2, false);
      csv.stepStarted(first);
      csv.interval(first, reading(1, HostMetric.DISK_READS, 10));
      csv.interval(first, reading(2, HostMetric.DISK_READS, 30));
      StepStart second = start("first", Unit.QUERIES, 2, 2, false);
      csv.stepStarted(second);
      csv.interval(second, reading(3, HostMetric.DISK_READS, 60));
      StepStart other = start("other", Unit.QUERIES);
      csv.stepStarted(other);
      csv.interval(other, reading(9, HostMetric.DISK_READS, 9_000));
      csv.interval(other, reading(10, HostMetric.DISK_READS, 9_001));

      assertThat(column("disk.reads")).containsExactly("", "20", "30", "", "1");
    }
  }

  @Test
  void aWrappedCounterGrowsAndAResetOneIsUnknown() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run())) {
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      csv.interval(step, reading(1, HostMetric.DISK_QUEUE_MILLIS, (1L << 32) - 5));
      csv.interval(step, reading(2, HostMetric.DISK_QUEUE_MILLIS, 7));
      csv.interval(step, reading(3, HostMetric.DISK_WRITES, 100));
      csv.interval(step, reading(4, HostMetric.DISK_WRITES, 3));
      csv.interval(step, reading(5, HostMetric.DISK_WRITES, 5));

      assertThat(column("disk.queue_millis")).containsExactly("", "12", "", "", "");
      assertThat(column("disk.writes")).containsExactly("", "", "", "", "2");
    }
  }
}

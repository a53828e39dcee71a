package io.ibench.report.store;

import static io.ibench.report.Samples.start;
import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Csv;
import io.ibench.report.Samples;
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

  /** From one value of a counter to another. */
  private static Snapshot growth(long seconds, HostMetric metric, long from, long to) {
    return interval(
        seconds, Samples.readings(Map.of(metric, from)), Samples.readings(Map.of(metric, to)));
  }

  private static Snapshot interval(long seconds, Readings before, Readings readings) {
    Snapshot sample = Samples.interval(seconds, false, readings, IntervalCsvTest::work);
    return anInterval(sample).readings(before, readings).build();
  }

  @Test
  void aRowPerIntervalIsThereAtOnce() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
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
  void theHeadNamesEveryMetricThatSaysSomethingOfASecond() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));

      assertThat(rows().get(0).keySet())
          .containsAll(
              Arrays.stream(HostMetric.values())
                  .filter(metric -> metric != HostMetric.CLIENT_JUDGED_INTERVALS)
                  .map(HostMetric::key)
                  .collect(Collectors.toSet()));
    }
  }

  @Test
  void aStepWithoutIntervalsLeavesTheHeadAlone() {
    new IntervalCsv(folder, Samples.run(), false).close();

    assertThat(folder.resolve("intervals.csv")).content().startsWith("time,step,").hasLineCount(1);
  }

  @Test
  void countersAreGrowthFromTheFirstIntervalOnAndLevelsStand() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      csv.interval(step, growth(1, HostMetric.DISK_READS, 1_000, 1_001));
      csv.interval(step, growth(2, HostMetric.DISK_READS, 1_001, 1_004));
      long rss = (1L << 33) - 1;
      csv.interval(step, growth(3, HostMetric.SERVER_RSS_BYTES, 1, rss));
      StepStart other = start("other", Unit.QUERIES);
      csv.stepStarted(other);
      csv.interval(other, growth(9, HostMetric.DISK_READS, 9_000, 9_100));

      assertThat(column("disk.reads")).containsExactly("1", "3", "", "100");
      assertThat(column("server.rss_bytes")).containsExactly("", "", "8589934591", "");
    }
  }

  @Test
  void aWrappedCounterGrowsAndAResetOneIsUnknown() {
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.stepStarted(step);
      csv.interval(step, growth(1, HostMetric.DISK_QUEUE_MILLIS, (1L << 32) - 5, 7));
      csv.interval(step, growth(2, HostMetric.DISK_WRITES, 100, 3));
      csv.interval(step, growth(3, HostMetric.DISK_WRITES, 3, 5));

      assertThat(column("disk.queue_millis")).containsExactly("12", "", "");
      assertThat(column("disk.writes")).containsExactly("", "", "2");
    }
  }

  @Test
  void severalDisksHaveColumnsOfTheirOwn() {
    String reads = HostMetric.DISK_READS.key("vda");
    String writes = HostMetric.DISK_WRITES.key("vdb");
    Readings before = new Readings(Map.of(reads, 5L), Map.of(writes, "gone"), Map.of());
    Readings after = new Readings(Map.of(reads, 12L), gone("vdb"), Map.of());
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.interval(step, interval(1, before, after));

      assertThat(column("disk.reads:vda")).containsExactly("7");
      assertThat(column("disk.reads:vdb")).containsExactly("");
      assertThat(column("disk.busy_millis:vdb")).containsExactly("");
    }
  }

  @Test
  void whatADiskThatCameBackWithNewCountersHasDoneIsUnknown() {
    String busy = HostMetric.DISK_BUSY_MILLIS.key("vda");
    String reads = HostMetric.DISK_READS.key("vda");
    Readings before = new Readings(Map.of(reads, 1L, busy, 5L), gone("vdb"), Map.of());
    Readings anew = new Readings(Map.of(reads, 2L, busy, 9L - (1L << 56)), gone("vdb"), Map.of());
    Readings after = new Readings(Map.of(reads, 3L, busy, 30L - (1L << 56)), gone("vdb"), Map.of());
    try (IntervalCsv csv = new IntervalCsv(folder, Samples.run(), false)) {
      StepStart step = start("first", Unit.QUERIES);
      csv.interval(step, interval(1, before, anew));
      csv.interval(step, interval(2, anew, after));

      assertThat(column("disk.busy_millis:vda")).containsExactly("", "21");
    }
  }

  private static Map<String, String> gone(String device) {
    return HostMetric.of(HostMetric.Category.DISK).stream()
        .collect(Collectors.toMap(metric -> metric.key(device), metric -> "gone"));
  }
}

package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.host.HostMetric;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.text.TextReport;
import org.junit.jupiter.api.Test;

/** What happens between two steps is reported, and is in the figures of neither. */
class BetweenStepsTest {

  private static final long MB = 1 << 20;

  /**
   * A step of 10 s that begins this late, and whose disk writes from one count of MB to another.
   */
  private static StepResult writes(String name, double atSecond, long fromMb, long toMb) {
    return writes(name, 1, 1, atSecond, fromMb, toMb);
  }

  private static StepResult writes(
      String name, int repeat, int repeats, double atSecond, long fromMb, long toMb) {
    return step(
        start(name, Unit.ROWS, repeat, repeats, false),
        new PeriodBuilder(10, operation(Samples.LOAD, 10, 10))
            .at(atSecond)
            .counter(HostMetric.DISK_WRITTEN_BYTES, fromMb * MB, toMb * MB)
            .counter(HostMetric.DISK_READ_BYTES, 7, 7)
            .build());
  }

  private static JsonNode before(int step, StepResult... results) {
    try {
      return new ObjectMapper()
          .readTree(Samples.json(Samples.run("first", "second"), true, results))
          .at("/steps/" + step + "/before");
    } catch (JsonProcessingException e) {
      throw new AssertionError("a summary is JSON", e);
    }
  }

  private static String text(StepResult... results) {
    return TextReport.of(Samples.report(Samples.run("first", "second"), true, results));
  }

  @Test
  void whatIsReadAndWrittenBetweenTwoStepsIsTheGrowthBetweenTheirReadings() {
    JsonNode before =
        before(
            1,
            step(
                start("first", Unit.ROWS),
                new PeriodBuilder(10)
                    .at(100)
                    .counter(HostMetric.DISK_READ_BYTES, 0, 1_000 * MB)
                    .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 2_000 * MB)
                    .counter(HostMetric.SERVER_READ_BYTES, 0, 3_000 * MB)
                    .counter(HostMetric.SERVER_WRITTEN_BYTES, 0, 4_000 * MB)
                    .counter(HostMetric.CPU_BUSY_TICKS, 0, 500)
                    .counter(HostMetric.CPU_TOTAL_TICKS, 0, 4_000)
                    .counter(HostMetric.CLIENT_CPU_NANOS, 0, 5 * Samples.SECOND)
                    .counter(HostMetric.SERVER_CPU_NANOS, 0, 6 * Samples.SECOND)
                    .build()),
            step(
                start("second", Unit.ROWS),
                new PeriodBuilder(10)
                    .at(112.5)
                    .counter(HostMetric.DISK_READ_BYTES, 1_064 * MB, 5_000 * MB)
                    .counter(HostMetric.DISK_WRITTEN_BYTES, 2_128 * MB, 5_000 * MB)
                    .counter(HostMetric.SERVER_READ_BYTES, 3_256 * MB, 5_000 * MB)
                    .counter(HostMetric.SERVER_WRITTEN_BYTES, 4_512 * MB, 5_000 * MB)
                    .counter(HostMetric.CPU_BUSY_TICKS, 600, 900)
                    .counter(HostMetric.CPU_TOTAL_TICKS, 5_000, 9_000)
                    .counter(HostMetric.CLIENT_CPU_NANOS, 7 * Samples.SECOND, 8 * Samples.SECOND)
                    .counter(HostMetric.SERVER_CPU_NANOS, 9 * Samples.SECOND, 9 * Samples.SECOND)
                    .build()));

    assertThat(before.toString())
        .isEqualTo(
            "{\"seconds\":2.5,\"read_gb\":0.0625,\"written_gb\":0.125,\"server_read_gb\":0.25,"
                + "\"server_written_gb\":0.5,\"cpu_s\":1.0,\"client_cpu_s\":2.0,"
                + "\"server_cpu_s\":3.0,\"server_restarts\":null}");
  }

  @Test
  void whatRocksdbWroteIsKnownOnRocksdbOnly() {
    StepResult[] steps = new StepResult[2];
    for (int i = 0; i < steps.length; i++) {
      steps[i] =
          step(
              start("step" + i, Unit.ROWS),
              new PeriodBuilder(10)
                  .at(i * 11)
                  .serverCounter("rocksdb.compaction.sum.write_bytes", i * 700, 500 + i * 700)
                  .serverCounter("rocksdb.compaction.sum.wblob_bytes", i * 30, i * 30)
                  .build());
    }

    assertThat(before(1, steps).get("lsm_bytes").asLong()).isEqualTo(230);
    assertThat(before(1, steps[1], steps[0]).has("lsm_bytes")).isFalse();
    assertThat(before(1, writes("first", 0, 0, 45), writes("second", 11, 45, 90)).has("lsm_bytes"))
        .isFalse();
  }

  @Test
  void whatIsNotKnownOnBothSidesIsNull() {
    StepResult first = writes("first", 0, 0, 45);
    StepResult unread = step(start("second", Unit.ROWS), new PeriodBuilder(10).at(11).build());
    StepResult startedAnew = writes("second", 11, 3, 10);

    for (StepResult second : new StepResult[] {unread, startedAnew}) {
      assertThat(before(1, first, second).get("seconds").asDouble()).isEqualTo(1);
      assertThat(before(1, first, second).get("written_gb").isNull()).isTrue();
      assertThat(before(1, first, second).get("cpu_s").isNull()).isTrue();
      assertThat(text(first, second)).doesNotContain("between");
    }
  }

  @Test
  void ofLessThanATickTheCpuIsNothing() {
    StepResult[] steps = new StepResult[2];
    for (int i = 0; i < steps.length; i++) {
      steps[i] =
          step(
              start("step" + i, Unit.ROWS),
              new PeriodBuilder(10)
                  .at(i * 10.001)
                  .counter(HostMetric.CPU_BUSY_TICKS, 100 + i * 50, 150 + i * 50)
                  .counter(HostMetric.CPU_TOTAL_TICKS, 1_000 + i * 500, 1_500 + i * 500)
                  .build());
    }

    assertThat(before(1, steps).get("cpu_s").asDouble()).isZero();
  }

  @Test
  void nothingLiesBeforeTheFirstStepOrBetweenRepeats() {
    assertThat(before(0, writes("first", 0, 0, 45)).isNull()).isTrue();
    assertThat(
            before(1, writes("first", 1, 2, 0, 0, 45), writes("first", 2, 2, 10, 45, 90)).isNull())
        .isTrue();
    assertThat(
            before(2, writes("x", 0, 0, 1), writes("first", 1, 2, 0, 0, 45), writes("y", 9, 50, 60))
                .get("written_gb")
                .asDouble())
        .isEqualTo(5.0 / 1024);
  }

  @Test
  void theReportHasARowWhereItIsWorthSaying() {
    assertThat(text(writes("first", 0, 0, 45), writes("second", 12, 92, 95)))
        .contains("I/O between steps, which is in no step's figures")
        .containsPattern("first, second +2.0 +0 +47\n");
  }

  @Test
  void aRestartOfTheServerBetweenStepsIsWorthSaying() {
    StepResult first = restarts("first", 0, 0, 3);
    StepResult second = restarts("second", 12, 3, 3);
    StepResult third = restarts("third", 24, 5, 5);

    assertThat(before(1, first, second).get("server_restarts").asInt()).isZero();
    assertThat(before(2, first, second, third).get("server_restarts").asInt()).isEqualTo(2);
    assertThat(text(first, second)).doesNotContain("between");
    assertThat(text(first, second, third)).containsPattern("\n  second, third +2.0 +2\n");
  }

  private static StepResult restarts(String name, double atSecond, long from, long to) {
    return step(
        start(name, Unit.ROWS),
        new PeriodBuilder(10).at(atSecond).counter(HostMetric.SERVER_RESTARTS, from, to).build());
  }

  @Test
  void aLittleOrLittleBesideTheStepBeforeIsNotWorthSaying() {
    StepResult large = writes("first", 0, 0, 1_000);
    StepResult small = writes("first", 0, 999, 1_000);

    assertThat(text(large, writes("second", 11, 1_009, 2_000))).doesNotContain("between");
    assertThat(text(large, writes("second", 11, 1_010, 2_000))).contains("between");
    assertThat(text(small, writes("second", 11, 1_000, 2_000))).doesNotContain("between");
    assertThat(text(small, writes("second", 11, 1_001, 2_000))).contains("between");
  }
}

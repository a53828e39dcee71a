package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuGaugeTest {

  private static final String STAT =
      """
      cpu  1000 200 30 90000 4000 5 6 700 900 100
      cpu0 500 100 15 45000 2000 2 3 350 450 50
      cpu1 500 100 15 45000 2000 3 3 350 450 50
      intr 91340 %s
      ctxt 266343
      btime 1795224820
      """;

  @TempDir Path temporary;
  private Recording recording;
  private CpuGauge gauge;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary).with("proc/stat", STAT.formatted("1 2 3"));
    gauge = new CpuGauge(recording.proc);
  }

  @Test
  void guestTimeIsNotCountedASecondTime() {
    Reading reading = Reading.of(gauge);

    assertThat(reading.value(HostMetric.CPU_BUSY_TICKS)).isEqualTo(1000 + 200 + 30 + 5 + 6);
    assertThat(reading.value(HostMetric.CPU_STEAL_TICKS)).isEqualTo(700);
    assertThat(reading.value(HostMetric.CPU_IOWAIT_TICKS)).isEqualTo(4000);
    assertThat(reading.value(HostMetric.CPU_TOTAL_TICKS)).isEqualTo(95941);
    assertThat(reading.value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(266343);
    assertThat(reading.reasons).isEmpty();
  }

  @Test
  void cpusAreThoseOfTheTicks() {
    assertThat(gauge.cpus()).isEqualTo(2);
  }

  @Test
  void theBufferGrowsWithTheInterruptsOfALargeMachine() throws IOException {
    recording.with("proc/stat", STAT.formatted("0 ".repeat(200_000)));

    assertThat(Reading.of(gauge).value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(266343);
  }

  @Test
  void aFileWithoutEndIsNotReadWhole() throws IOException {
    recording.with("proc/stat", "x".repeat((4 << 20) + 1));

    assertThat(Reading.of(gauge).reason(HostMetric.CONTEXT_SWITCHES)).contains("more than");
  }

  @Test
  void oneDamagedLineLeavesTheOtherFigures() throws IOException {
    recording.with("proc/stat", "cpu  1 2 3\nctxt 7\n");
    Reading shortTicks = Reading.of(gauge);
    recording.with("proc/stat", "cpu  1 2 3 4 5 6 7 8\nctxt 26");
    Reading truncated = Reading.of(gauge);

    assertThat(shortTicks.value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(7);
    assertThat(shortTicks.reasons).hasSize(4);
    assertThat(truncated.value(HostMetric.CPU_TOTAL_TICKS)).isEqualTo(36);
    assertThat(truncated.reason(HostMetric.CONTEXT_SWITCHES)).contains("no line ctxt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cpu", "cpu \nctxt\n", "cpu  9223372036854775807 1 1 1 1 1 1 1\n"})
  void aDamagedFileMakesEveryFigureAbsent(String content) throws IOException {
    recording.with("proc/stat", content);

    assertThat(Reading.of(gauge).reasons).hasSize(5);
    assertThat(gauge.cpus()).isPositive();
  }
}

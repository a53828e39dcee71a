package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four CPUs, of which the client may use two. */
class SaturationGaugeTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @TempDir Path temporary;
  private Recording recording;
  private long clientNanos;

  @BeforeEach
  void record() throws IOException {
    recording =
        new Recording(temporary).with("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1\n");
    busy(0, 0);
  }

  /** Ticks used so far on the client's CPUs and on the others, of 100 in each second. */
  private void busy(long seconds, long ticksEach) throws IOException {
    long idle = 100 * seconds - ticksEach;
    String ours = "%d 0 0 %d 0 0 0 0 0 0\n".formatted(ticksEach, idle + 1);
    String others = "%d 0 0 1 0 0 0 0 0 0\n".formatted(100 * seconds);
    recording.with(
        "proc/stat",
        "cpu  9 9 9 9 9 9 9 9\ncpu0 %scpu1 %scpu2 %scpu3 %sctxt 1\n"
            .formatted(ours, ours, others, others));
  }

  private SaturationGauge gauge() {
    return new SaturationGauge(recording.proc, () -> clientNanos, 4);
  }

  private static Reading read(SaturationGauge gauge, long nanos) {
    Reading reading = new Reading();
    gauge.read(nanos, reading);
    return reading;
  }

  private static void assertCounts(Reading reading, long judged, long saturated) {
    assertThat(reading.value(HostMetric.CLIENT_JUDGED_INTERVALS)).isEqualTo(judged);
    assertThat(reading.value(HostMetric.CLIENT_SATURATED_INTERVALS)).isEqualTo(saturated);
  }

  @Test
  void theProcessSaturatesTheCpusThatItMayUse() throws IOException {
    SaturationGauge gauge = gauge();
    assertCounts(read(gauge, 0), 0, 0);
    clientNanos += 1_790_000_000; // 89.5 % of two CPUs
    assertCounts(read(gauge, SECOND), 1, 0);
    clientNanos += 1_800_000_000;

    assertCounts(read(gauge, 2 * SECOND), 2, 1);
  }

  @Test
  void othersSaturateTheClientsCpusToo() throws IOException {
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    busy(1, 89);
    assertCounts(read(gauge, SECOND), 1, 0);
    busy(2, 89 + 90);

    assertCounts(read(gauge, 2 * SECOND), 2, 1);
  }

  @Test
  void aQuotaIsWhatCanBeUsed() throws IOException {
    String point = recording.folder.resolve("sys/fs/cgroup").toString();
    recording
        .with("proc/self/cgroup", "0::/\n")
        .with("proc/self/mountinfo", "30 20 0:26 / " + point + " rw - cgroup2 cgroup2 rw\n")
        .with("sys/fs/cgroup/cpu.max", "50000 100000\n");
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    clientNanos += 450_000_000;

    assertCounts(read(gauge, SECOND), 1, 1);
  }

  @Test
  void readingsCloseTogetherAreJudgedOnce() throws IOException {
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    clientNanos += 2 * 5_000_000;
    assertCounts(read(gauge, 5_000_000), 0, 0);
    clientNanos += 2 * 5_000_000;

    assertCounts(read(gauge, 10_000_000), 1, 1);
  }

  @Test
  void withoutTheMachinesFilesTheProcessIsJudgedAlone() throws IOException {
    Files.delete(recording.folder.resolve("proc/stat"));
    Files.delete(recording.folder.resolve("proc/self/status"));
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    clientNanos += 3_600_000_000L; // of four

    assertCounts(read(gauge, SECOND), 1, 1);
  }

  @Test
  void whatTheMachineDidBeforeItCouldBeReadIsNotJudged() throws IOException {
    Files.delete(recording.folder.resolve("proc/stat"));
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    busy(1000, 99_000);
    assertCounts(read(gauge, SECOND), 1, 0);
    busy(1001, 99_095);

    assertCounts(read(gauge, 2 * SECOND), 2, 1);
  }

  @Test
  void withNeitherThereIsAReason() throws IOException {
    Files.delete(recording.folder.resolve("proc/stat"));
    SaturationGauge gauge =
        new SaturationGauge(
            recording.proc,
            () -> {
              throw ProcException.unreadable("no CPU time", null);
            },
            4);

    assertThat(read(gauge, 0).reason(HostMetric.CLIENT_SATURATED_INTERVALS))
        .contains("no CPU time", "stat");
  }

  @Test
  void aCounterThatTurnsBackIsNotJudged() throws IOException {
    busy(100, 50);
    SaturationGauge gauge = gauge();
    read(gauge, 0);
    busy(1, 50);

    assertCounts(read(gauge, SECOND), 1, 0);
  }
}

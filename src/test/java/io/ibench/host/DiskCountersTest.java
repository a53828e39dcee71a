package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import io.ibench.measure.Readings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded rows of several kernels, and what happens when counters fall. */
class DiskCountersTest {

  private static final long WRAP = 1L << 32;

  @TempDir Path temporary;

  private Recording recorded(String kernel) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("diskstats-" + kernel)) {
      String rows = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return new Recording(temporary).with("proc/diskstats", rows);
    }
  }

  private static DiskGauge gauge(Recording recording, String... devices) {
    return new DiskGauge(recording.proc, new Devices(List.of(devices), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.32, dm-0,      203511,  6303658,   23025112,  184200896,  4111288406",
    "2.6.32, sda2,      183570,  6304962,   8110402,   184201288,  31919803",
    "4.18,   nvme0n1p2, 1823013, 145854472, 98177343,  7120448224, 52211840",
    "4.18,   loop0,     0,       0,         0,         0,          0",
    "5.10,   sda1,      30711,   2199202,   201310,    8112392,    240213",
    "5.10,   zram0,     44213,   353704,    90122,     720976,     273",
    "6.8,    md0,       8212001, 275026418, 105844946, 2002892352, 23110349",
    "6.8,    dm-0,      8211977, 275020210, 105844930, 2002892224, 23260401",
    "6.8,    loop0,     115,     4216,      97,        151608,     330",
  })
  void everyKernelsRowsAreRead(
      String kernel, String device, long reads, long read, long writes, long written, long queue)
      throws IOException {
    Reading reading = Reading.of(gauge(recorded(kernel), device));

    assertThat(reading.value(HostMetric.DISK_READS)).isEqualTo(reads);
    assertThat(reading.value(HostMetric.DISK_READ_BYTES)).isEqualTo(read * 512);
    assertThat(reading.value(HostMetric.DISK_WRITES)).isEqualTo(writes);
    assertThat(reading.value(HostMetric.DISK_WRITTEN_BYTES)).isEqualTo(written * 512);
    assertThat(reading.value(HostMetric.DISK_QUEUE_MILLIS)).isEqualTo(queue);
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.32, sda2,    , ",
    "4.18,   loop0,   , ",
    "6.8,    loop0,   14, 44",
    "6.8,    nvme0n1, 37223997, 3247950",
  })
  void flushesAreKnownWhereTheKernelCountsThem(
      String kernel, String device, Long flushes, Long millis) throws IOException {
    Reading reading = Reading.of(gauge(recorded(kernel), device));

    assertThat(reading.values.get("disk.flushes")).isEqualTo(flushes);
    assertThat(reading.values.get("disk.flush_millis")).isEqualTo(millis);
    assertThat(reading.reasons.containsKey("disk.flushes")).isEqualTo(flushes == null);
  }

  @ParameterizedTest
  @CsvSource({"5.10,md127,7001"})
  void aDeviceThatIsNotTimedHasCountsAndNoTimes(String kernel, String device, long writes)
      throws IOException {
    Reading reading = Reading.of(gauge(recorded(kernel), device));

    assertThat(reading.value(HostMetric.DISK_WRITES)).isEqualTo(writes);
    assertThat(reading.reasons)
        .containsOnlyKeys(
            "disk.read_millis",
            "disk.write_millis",
            "disk.queue_millis",
            "disk.busy_millis",
            "disk.flush_millis")
        .containsValue("the kernel does not time the requests to " + device);
  }

  @Test
  void aDiskWhoseStatisticsAreSwitchedOffHasNoFigures() throws IOException {
    Recording recording = recorded("5.10");
    recording.with("sys/class/block/sda/device/model", "X\n");
    recording.with("sys/class/block/sda/queue/iostats", "0\n");
    recording.with("sys/class/block/zram0/queue/iostats", "0\n");

    Reading reading = Reading.of(gauge(recording, "sda"));

    assertThat(reading.values).isEmpty();
    assertThat(reading.reason(HostMetric.DISK_READS))
        .isEqualTo("the kernel does not count the I/O of sda: queue/iostats is 0");
    assertThat(Reading.of(gauge(recording, "zram0")).values).hasSize(10);
  }

  /** Reads and sectors of a 32-bit kernel, and the milliseconds of every kernel. */
  private static String row(String device, long requests, long sectors, long millis) {
    return ("   8       0 %s %d 1 %d %d %d 2 %d %d 0 %d %d\n")
        .formatted(device, requests, sectors, millis, requests, sectors, millis, millis, millis);
  }

  private static OptionalLong growth(HostMetric metric, Reading from, Reading to) {
    return CounterDelta.of(metric, readings(from), readings(to));
  }

  private static Readings readings(Reading reading) {
    return new Readings(reading.values, reading.reasons, Map.of());
  }

  @Test
  void countersGoOnWhenTheyWrapAndWrapAgain() throws IOException {
    Recording recording =
        new Recording(temporary)
            .with("proc/diskstats", row("sda", WRAP - 5, WRAP - 3, WRAP - 1000));
    DiskGauge gauge = gauge(recording, "sda");
    Reading start = Reading.of(gauge);

    for (long quarter = 1; quarter <= 8; quarter++) {
      long grown = quarter * (1L << 30);
      recording.with(
          "proc/diskstats",
          row("sda", (WRAP - 5 + grown) % WRAP, (WRAP - 3 + grown) % WRAP, (grown - 1000) % WRAP));
      Reading end = Reading.of(gauge);

      assertThat(growth(HostMetric.DISK_READS, start, end)).hasValue(grown);
      assertThat(growth(HostMetric.DISK_WRITTEN_BYTES, start, end)).hasValue(grown * 512);
      assertThat(growth(HostMetric.DISK_QUEUE_MILLIS, start, end)).hasValue(grown);
    }
  }

  @Test
  void aDeviceThatComesBackCountingOnIsTheSame() throws IOException {
    Recording recording = new Recording(temporary).with("proc/diskstats", row("sdb", 10, 100, 5));
    DiskGauge gauge = gauge(recording, "sdb");
    Reading start = Reading.of(gauge);
    recording.with("proc/diskstats", row("sda", 1, 1, 1));
    assertThat(Reading.of(gauge).values).isEmpty();

    recording.with("proc/diskstats", row("sdb", 12, 140, 7));

    assertThat(growth(HostMetric.DISK_WRITES, start, Reading.of(gauge))).hasValue(2);
  }

  @Test
  void noGrowthIsKnownOverTheMomentInWhichADeviceStartsAnew() throws IOException {
    String other = row("sda", 7, 70, 7);
    Recording recording =
        new Recording(temporary).with("proc/diskstats", other + row("sdb", 1000, 9000, 500));
    DiskGauge gauge = gauge(recording, "sda", "sdb");
    Reading before = Reading.of(gauge);
    recording.with("proc/diskstats", other);
    Reading.of(gauge);
    recording.with("proc/diskstats", other + row("sdb", 3, 24, 1));
    Reading back = Reading.of(gauge);
    // The counters are higher than ever, but this growth is not what the device did.
    recording.with("proc/diskstats", other + row("sdb", 2003, 20024, 901));
    Reading end = Reading.of(gauge);

    for (HostMetric metric : HostMetric.of(HostMetric.Category.DISK)) {
      assertThat(growth(metric, before, back)).as(metric.key()).isEmpty();
      assertThat(growth(metric, before, end)).as(metric.key()).isEmpty();
    }
    assertThat(growth(HostMetric.DISK_READS, back, end)).hasValue(2000);
    assertThat(growth(HostMetric.DISK_WRITTEN_BYTES, back, end)).hasValue(20_000 * 512);
    assertThat(growth(HostMetric.DISK_BUSY_MILLIS, back, end)).hasValue(900);
    assertThat(end.values.get("disk.reads:sda")).isEqualTo(7);
  }

  /** Observed where requests in flight were counted without a lock. */
  @Test
  void timesThatFallByALittleStandStill() throws IOException {
    Recording recording = new Recording(temporary).with("proc/diskstats", row("sda", 5, 5, 100));
    DiskGauge gauge = gauge(recording, "sda");
    Reading start = Reading.of(gauge);
    recording.with("proc/diskstats", row("sda", 6, 6, 98));
    Reading dip = Reading.of(gauge);
    recording.with("proc/diskstats", row("sda", 7, 7, 103));

    assertThat(growth(HostMetric.DISK_QUEUE_MILLIS, start, dip)).hasValue(0);
    assertThat(growth(HostMetric.DISK_QUEUE_MILLIS, dip, Reading.of(gauge))).hasValue(3);
    assertThat(growth(HostMetric.DISK_READS, start, dip)).hasValue(1);
  }
}

package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskGaugeTest {

  private static final String ROWS =
      """
         7       0 loop0 1 1 1 1 1 1 1 1 1 1 1
       254       0 vda 100 5 2000 30 200 6 4000 50 -1 60 70 8 9 10 11 120 130
       254      16 vdb 1 5 8 3 2 6 16 5 0 6 7
      """;

  @TempDir Path temporary;
  private Recording recording;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary).with("proc/diskstats", ROWS);
  }

  private DiskGauge gauge(String... devices) {
    return new DiskGauge(recording.proc, new Devices(List.of(devices), List.of()));
  }

  private Reading read(String... devices) {
    return Reading.of(gauge(devices));
  }

  @Test
  void everyCounterComesFromItsOwnField() {
    Reading reading = read("vda");

    assertThat(reading.value(HostMetric.DISK_READS)).isEqualTo(100);
    assertThat(reading.value(HostMetric.DISK_READ_BYTES)).isEqualTo(2000 * 512);
    assertThat(reading.value(HostMetric.DISK_READ_MILLIS)).isEqualTo(30);
    assertThat(reading.value(HostMetric.DISK_WRITES)).isEqualTo(200);
    assertThat(reading.value(HostMetric.DISK_WRITTEN_BYTES)).isEqualTo(4000 * 512);
    assertThat(reading.value(HostMetric.DISK_WRITE_MILLIS)).isEqualTo(50);
    assertThat(reading.value(HostMetric.DISK_BUSY_MILLIS)).isEqualTo(60);
    assertThat(reading.value(HostMetric.DISK_QUEUE_MILLIS)).isEqualTo(70);
    assertThat(reading.value(HostMetric.DISK_FLUSHES)).isEqualTo(120);
    assertThat(reading.value(HostMetric.DISK_FLUSH_MILLIS)).isEqualTo(130);
    assertThat(reading.reasons).isEmpty();
  }

  @Test
  void severalDevicesAreSummedWhateverTheLengthOfTheirRows() {
    Reading reading = read("vda", "vdb");

    assertThat(reading.value(HostMetric.DISK_READS)).isEqualTo(101);
    assertThat(reading.value(HostMetric.DISK_WRITTEN_BYTES)).isEqualTo(4016 * 512);
    assertThat(reading.value(HostMetric.DISK_QUEUE_MILLIS)).isEqualTo(77);
  }

  @Test
  void eachOfSeveralDevicesIsShownBesideTheSum() {
    Reading reading = read("vda", "vdb");

    assertThat(reading.values)
        .containsEntry("disk.reads", 101L)
        .containsEntry("disk.reads:vda", 100L)
        .containsEntry("disk.reads:vdb", 1L)
        .hasSize(3 * 8 + 2);
    assertThat(reading.reasons)
        .containsOnlyKeys("disk.flushes", "disk.flush_millis")
        .containsValue("the kernel does not count flushes; Linux does from 5.5 on");
  }

  @Test
  void whatIsKnownIsShownWhereTheSumWouldLackADevice() {
    Devices some = new Devices(List.of("vda"), List.of("/log is on tmpfs"));

    Reading reading = Reading.of(new DiskGauge(recording.proc, some));

    assertThat(reading.reason(HostMetric.DISK_READS)).isEqualTo("/log is on tmpfs");
    assertThat(reading.values).containsEntry("disk.reads:vda", 100L).hasSize(10);
  }

  @Test
  void countersBeyond32BitsStayWhole() throws IOException {
    recording.with("proc/diskstats", "254 0 vda 5000000000 0 9000000000 1 2 0 3 4 0 5 6\n");

    assertThat(read("vda").value(HostMetric.DISK_READS)).isEqualTo(5_000_000_000L);
    assertThat(read("vda").value(HostMetric.DISK_READ_BYTES)).isEqualTo(9_000_000_000L * 512);
  }

  @Test
  void aDeviceThatDisappearsMakesTheSumAbsentInsteadOfSmaller() throws IOException {
    DiskGauge gauge = gauge("vda", "vdb");
    Reading.of(gauge);
    recording.with(
        "proc/diskstats", "254 0 vda 101 5 2000 30 200 6 4000 50 0 60 70 8 9 10 11 120 130\n");

    Reading reading = Reading.of(gauge);

    assertThat(reading.values).containsEntry("disk.reads:vda", 101L).hasSize(10);
    assertThat(reading.reasons).hasSize(10);
    assertThat(reading.reason(HostMetric.DISK_READS))
        .isEqualTo("/proc/diskstats does not list vdb any more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "254 0 vda",
        "254 0 vda\n",
        "254 0 vda 1 2 3 4 5 6 7 8 9 10\n",
        "254 0 vda 1 2 3 4 5 6 7 8 9 10 1",
        "254 0 vda 1 2 3 4 -5 6 7 8 9 10 11\n",
        "254 0 vda 1 2 x 4 5 6 7 8 9 10 11\n",
        "254 0 vda 1 2 99999999999999999999 4 5 6 7 8 9 10 11\n",
        "254 0 vda 1 2 9223372036854775807 4 5 6 7 8 9 10 11\n",
        "\u0000\u00ff)(\n",
      })
  void aDamagedFileMakesEveryFigureAbsentForAReason(String content) throws IOException {
    recording.with("proc/diskstats", content);

    Reading reading = read("vda");

    assertThat(reading.values).isEmpty();
    assertThat(reading.reasons).hasSize(10).doesNotContainValue("");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(recording.folder.resolve("proc/diskstats"));

    assertThat(read("vda").reason(HostMetric.DISK_WRITES)).endsWith("diskstats does not exist");
  }

  @Test
  void withoutProcTheFiguresSayThatTheyNeedLinux() {
    Path nowhere = temporary.resolve("nowhere");
    Proc proc = new Proc(nowhere, nowhere);

    Reading reading = Reading.of(new DiskGauge(proc, new Devices(List.of("vda"), List.of())));

    assertThat(reading.reason(HostMetric.DISK_READS)).contains("needs Linux");
  }

  @Test
  void unresolvedDevicesHandTheirReasonsOn() {
    Devices none = new Devices(List.of(), List.of("/x is on tmpfs", "/y is on nfs4"));

    Reading reading = Reading.of(new DiskGauge(recording.proc, none));

    assertThat(reading.reason(HostMetric.DISK_READS)).isEqualTo("/x is on tmpfs; /y is on nfs4");
  }
}

package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unusual file contents for the gauges of pressure and memory. */
class PressureAndMemoryTest {

  @TempDir Path temporary;

  @Test
  void oneDamagedFileLeavesTheOtherFigures() throws IOException {
    Recording recording =
        new Recording(temporary)
            .with("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00\n")
            .with("proc/pressure/io", "some avg10=0.00 total=5\nfull avg10=0.00 total=x\n")
            .with("proc/pressure/memory", "some avg10=0.00 total=7");
    Reading reading = Reading.of(new PressureGauge(recording.proc));

    assertThat(reading.reason(HostMetric.PRESSURE_CPU_SOME_MICROS)).contains("no total");
    assertThat(reading.value(HostMetric.PRESSURE_IO_SOME_MICROS)).isEqualTo(5);
    assertThat(reading.reason(HostMetric.PRESSURE_IO_FULL_MICROS)).contains("'x'");
    assertThat(reading.reason(HostMetric.PRESSURE_MEMORY_SOME_MICROS)).contains("no line some");
  }

  @Test
  void swappedPagesHaveTheKernelsSize() throws IOException {
    Recording recording = new Recording(temporary).with("proc/vmstat", "pswpin 2\npswpout 3\n");
    ByteBuffer pairs = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
    pairs.putLong(33).putLong(0x7ffd0000L).putLong(6).putLong(65536).putLong(0).putLong(0);
    Files.createDirectories(recording.folder.resolve("proc/self"));
    Files.write(recording.folder.resolve("proc/self/auxv"), pairs.array());
    Reading reading = Reading.of(new MemoryGauge(recording.proc));

    assertThat(reading.value(HostMetric.MEMORY_SWAPPED_IN_BYTES)).isEqualTo(2 * 65536);
    assertThat(reading.value(HostMetric.MEMORY_SWAPPED_OUT_BYTES)).isEqualTo(3 * 65536);
    assertThat(reading.reason(HostMetric.MEMORY_CACHED_BYTES)).contains("meminfo");
  }
}

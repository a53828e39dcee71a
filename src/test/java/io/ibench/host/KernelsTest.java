package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import io.ibench.measure.Gauge;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of /proc in the forms of kernels of twelve years. */
class KernelsTest {

  private static final long KIB = 1024;

  private static Proc kernel(String version) throws URISyntaxException {
    Path folder = Path.of(KernelsTest.class.getResource("kernels/" + version).toURI());
    return new Proc(folder.resolve("proc"), folder.resolve("sys"));
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.32,  50756, 44,  8883601,  88123456",
    "3.10,    71866, 144, 9914811,  98123456",
    "4.18,    93066, 244, 10946111, 108123456",
    "5.10,   103066, 244, 10956111, 118123456",
    "6.1,    113066, 244, 10966111, 128123456",
  })
  void cpuTicksAndContextSwitches(
      String version, long busy, long steal, long total, long contextSwitches) throws Exception {
    CpuGauge gauge = new CpuGauge(kernel(version));
    Reading reading = Reading.of(gauge);

    assertThat(reading.value(HostMetric.CPU_BUSY_TICKS)).isEqualTo(busy);
    assertThat(reading.value(HostMetric.CPU_STEAL_TICKS)).isEqualTo(steal);
    assertThat(reading.value(HostMetric.CPU_TOTAL_TICKS)).isEqualTo(total);
    assertThat(reading.value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(contextSwitches);
    assertThat(gauge.cpus()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.32, ,         9876543,  1234,  11,  22",
    "3.10,   ,         10876543, 1234,  111, 222",
    "4.18,   21234567, 18876543, 52340, 0,   7",
    "5.10,   22234567, 18876543, 62340, 0,   7",
    "6.1,    23234567, 18876543, 72340, 3,   9",
  })
  void memory(String version, Long available, long cached, long dirty, long in, long out)
      throws Exception {
    Reading reading = Reading.of(new MemoryGauge(kernel(version)));

    if (available == null) {
      assertThat(reading.reason(HostMetric.MEMORY_AVAILABLE_BYTES)).contains("3.14");
    } else {
      assertThat(reading.value(HostMetric.MEMORY_AVAILABLE_BYTES)).isEqualTo(available * KIB);
    }
    assertThat(reading.value(HostMetric.MEMORY_CACHED_BYTES)).isEqualTo(cached * KIB);
    assertThat(reading.value(HostMetric.MEMORY_DIRTY_BYTES)).isEqualTo(dirty * KIB);
    assertThat(reading.value(HostMetric.MEMORY_SWAPPED_IN_BYTES)).isEqualTo(in * 4096);
    assertThat(reading.value(HostMetric.MEMORY_SWAPPED_OUT_BYTES)).isEqualTo(out * 4096);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.32", "3.10", "4.18", "5.10", "6.1"})
  void disksServersThreadsAndAffinity(String version) throws Exception {
    Proc proc = kernel(version);
    Reading disk = Reading.of(new DiskGauge(proc, new Devices(List.of("sda"), List.of())));
    Gauge gauge = ProcessGauge.server(proc, List.of(new ServerProcess(900, false)));
    Reading server = Reading.of(gauge);
    Reading delay = Reading.of(new RunDelayGauge(proc));

    assertThat(disk.value(HostMetric.DISK_READ_BYTES)).isEqualTo(80008 * 512);
    assertThat(disk.value(HostMetric.DISK_WRITES)).isEqualTo(2002);
    assertThat(disk.value(HostMetric.DISK_QUEUE_MILLIS)).isEqualTo(12012);
    assertThat(server.value(HostMetric.SERVER_RSS_BYTES)).isEqualTo(923456 * KIB);
    assertThat(server.value(HostMetric.SERVER_CPU_NANOS)).isEqualTo(480 * 10_000_000L);
    assertThat(server.value(HostMetric.SERVER_WRITTEN_BYTES)).isEqualTo(819200);
    assertThat(delay.value(HostMetric.CLIENT_RUN_DELAY_NANOS)).isEqualTo(123456);
    assertThat(AllowedCpus.of(proc.reader(), "900").cpus().cardinality()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.32, , , , , ",
    "3.10, , , , , ",
    "4.18, , , , , ",
    "5.10, 22164339831, 3195022267, 998983570, 4096, 2048",
    "6.1, 22164339831, 3195022267, 998983570, 4096, 2048",
  })
  void pressure(String version, Long cpu, Long io, Long ioFull, Long memory, Long memoryFull)
      throws Exception {
    Reading reading = Reading.of(new PressureGauge(kernel(version)));

    assertPressure(reading, HostMetric.PRESSURE_CPU_SOME_MICROS, cpu);
    assertPressure(reading, HostMetric.PRESSURE_IO_SOME_MICROS, io);
    assertPressure(reading, HostMetric.PRESSURE_IO_FULL_MICROS, ioFull);
    assertPressure(reading, HostMetric.PRESSURE_MEMORY_SOME_MICROS, memory);
    assertPressure(reading, HostMetric.PRESSURE_MEMORY_FULL_MICROS, memoryFull);
  }

  private static void assertPressure(Reading reading, HostMetric metric, Long expected) {
    if (expected == null) {
      assertThat(reading.reason(metric)).contains("keeps no pressure statistics");
    } else {
      assertThat(reading.value(metric)).isEqualTo(expected);
    }
  }
}

package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import io.ibench.measure.Gauge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On the real /proc of any machine, the gauges give sensible values. */
@EnabledOnOs(OS.LINUX)
class ThisMachineTest {

  private static final long MIB = 1 << 20;

  private final Proc proc = new Proc();
  private final long pid = ProcessHandle.current().pid();

  @TempDir Path temporary;

  private void writeAndSync() throws IOException {
    try (FileChannel file =
        FileChannel.open(
            temporary.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1 << 16));
      file.force(true);
    }
  }

  private Reading neverTurnsBack(Gauge gauge) throws IOException {
    Reading before = Reading.of(gauge);
    writeAndSync();
    Reading after = Reading.of(gauge);
    for (HostMetric metric : HostMetric.values()) {
      boolean steady =
          metric.isCounter() && !metric.wrapsAt32Bits() && metric != HostMetric.CPU_IOWAIT_TICKS;
      if (steady && before.values.containsKey(metric.key())) {
        assertThat(after.value(metric))
            .as(metric.key())
            .isGreaterThanOrEqualTo(before.value(metric));
      }
    }
    return after;
  }

  @Test
  void theDiskOfADirectoryIsFoundOrSaidNotToExist() throws IOException {
    Devices devices = Devices.ofPaths(proc, List.of(temporary));
    Reading reading = neverTurnsBack(new DiskGauge(proc, devices));

    assertThat(devices.names().isEmpty()).isNotEqualTo(devices.reasons().isEmpty());
    assertThat(reading.values.containsKey("disk.written_bytes"))
        .isEqualTo(devices.reasons().isEmpty());
  }

  @Test
  void theMachinesCpusAreCounted() throws IOException {
    CpuGauge gauge = new CpuGauge(proc);
    Reading reading = neverTurnsBack(gauge);

    assertThat(gauge.cpus()).isPositive();
    assertThat(reading.value(HostMetric.CPU_TOTAL_TICKS))
        .isGreaterThanOrEqualTo(reading.value(HostMetric.CPU_BUSY_TICKS));
    assertThat(reading.value(HostMetric.CONTEXT_SWITCHES)).isPositive();
  }

  @Test
  void thisProcessIsSeenFromInsideAndFromOutside() throws IOException {
    Reading inside = neverTurnsBack(new ClientGauge(proc));
    Reading outside =
        neverTurnsBack(ProcessGauge.server(proc, List.of(new ServerProcess(pid, true))));

    assertThat(inside.reasons).isEmpty();
    assertThat(inside.value(HostMetric.CLIENT_RSS_BYTES)).isGreaterThan(MIB);
    assertThat(inside.value(HostMetric.CLIENT_CPU_NANOS)).isPositive();
    assertThat(inside.value(HostMetric.CLIENT_HEAP_BYTES)).isPositive();
    assertThat(outside.value(HostMetric.SERVER_RSS_BYTES)).isGreaterThan(MIB);
    assertThat(outside.value(HostMetric.SERVER_CPU_NANOS)).isPositive();
  }

  @Test
  void thisProcessIsKnownByName() {
    assertThat(LocalServer.isProcess(proc, pid, Set.of("no-such-server")).yes()).isFalse();
    String program =
        Path.of(ProcessHandle.current().info().command().orElseThrow()).getFileName().toString();
    assertThat(LocalServer.isProcess(proc, pid, Set.of(program)).yes()).isTrue();
  }

  @Test
  void whatTheClientLacksIsReadOrNamed() throws IOException {
    for (Gauge gauge : ClientGauges.of(proc)) {
      assertThat(neverTurnsBack(gauge).reasons.values()).noneMatch(String::isBlank);
    }
    Reading saturation = neverTurnsBack(new SaturationGauge(proc));

    assertThat(saturation.value(HostMetric.CLIENT_JUDGED_INTERVALS)).isNotNegative();
  }

  @Test
  void memoryAndPressureAreReadOrNamed() throws IOException {
    Reading memory = neverTurnsBack(new MemoryGauge(proc));
    Reading pressure = neverTurnsBack(new PressureGauge(proc));

    assertThat(memory.value(HostMetric.MEMORY_CACHED_BYTES)).isPositive();
    assertThat(memory.value(HostMetric.MEMORY_SWAPPED_OUT_BYTES)).isNotNegative();
    assertThat(pressure.values.size() + pressure.reasons.size()).isEqualTo(5);
    assertThat(PageSize.bytes(proc.reader())).isBetween(4096L, MIB);
  }

  @Test
  void theLimitsOfThisProcessAreReadFromOutsideAsFromInside() {
    Map<String, Object> facts = HostInfo.read(proc, OptionalLong.of(pid));

    assertThat((String) facts.get("client_cpus_allowed")).isNotBlank();
    for (String limit : List.of("cpus_allowed", "cpu_quota", "memory_limit_bytes")) {
      assertThat(facts).containsEntry("server_" + limit, facts.get("client_" + limit));
    }
  }

  @Test
  void theHostHasAKernelAndMemory() {
    Map<String, Object> facts = HostInfo.read(proc, OptionalLong.empty());

    assertThat((String) facts.get("kernel")).isNotBlank();
    assertThat((Long) facts.get("memory_bytes")).isGreaterThan(MIB);
    assertThat(facts).containsKey("server_cpu_quota");
    assertThat(facts.get("server_cpus_allowed")).isNull();
  }
}

package io.ibench.host.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.machine.MachineAdvice.Level;
import io.ibench.host.machine.ProbeResult.ReadSource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MachineAdviceTest {

  private final Map<String, Object> host =
      new LinkedHashMap<>(
          Map.of(
              "cpu_governor",
              "performance",
              "transparent_hugepages",
              "never",
              "swappiness",
              60L,
              "numa_nodes",
              1,
              "clock_source",
              "tsc"));
  private final Map<String, Object> directory =
      new LinkedHashMap<>(Map.of("type", "xfs", "source", "/dev/nvme0n1", "options", "rw,noatime"));
  private long swapBytes;
  private List<Double> fsyncMicros = List.of(50.0);
  private List<Double> speeds = List.of(100.0, 101.0, 102.0);
  private double timerNanos = 20;

  private List<MachineAdvice> advice() {
    return MachineAdvice.of(
        host,
        directory,
        OptionalLong.of(swapBytes),
        new ProbeResult(
            Path.of("data"),
            1,
            ReadSource.DISK,
            2,
            List.of(
                figure(ProbeResult.FSYNC, fsyncMicros),
                figure(ProbeResult.CPU, speeds),
                figure(ProbeResult.TIMER, List.of(timerNanos)))));
  }

  private static ProbeFigure figure(String name, List<Double> rounds) {
    return new ProbeFigure(name, "", rounds, OptionalDouble.empty());
  }

  @Test
  void aQuietMachineWithTheUsualSettingsIsFit() {
    assertThat(advice()).extracting(MachineAdvice::level).containsOnly(Level.FINE);
    assertThat(MachineAdvice.answer(advice())).isEqualTo("this machine is fit for benchmarks");
  }

  private void assertChange(String about, String text) {
    assertThat(MachineAdvice.answer(advice()))
        .isEqualTo("not fit for benchmarks yet; change: " + about);
    assertThat(advice())
        .filteredOn(advice -> advice.level() == Level.CHANGE)
        .singleElement()
        .extracting(MachineAdvice::text)
        .asString()
        .contains(text);
  }

  @Test
  void whatMustChangeIsNamedWithTheWayToDoIt() {
    host.put("cpu_governor", "performance 0-3, powersave 4-5");
    assertChange("governor", "powersave 4-5: latencies change with the load; cpupower");
    host.put("cpu_governor", "performance");
    host.put("transparent_hugepages", "always");
    assertChange("huge pages", "write madvise to /sys/kernel/mm/transparent_hugepage/enabled");
    host.put("transparent_hugepages", "madvise");
    swapBytes = 1;
    assertChange("swap", "swappiness 60");
    host.put("swappiness", 1L);
    timerNanos = 900;
    assertChange("clock", "a call takes 900 ns, clock source tsc");
    timerNanos = 20;
    fsyncMicros = List.of(118.0, 100.0, 3300.0);
    assertChange("fsync", "its median differs by 2712 % between the rounds: end other work on");
    fsyncMicros = List.of(100.0, 80.0, 170.0);
    speeds = List.of(100.0, 89.0, 100.0);
    assertChange("CPU", "differs by 11 % between the rounds: end other work");
    speeds = List.of(100.0);
    fsyncMicros = List.of(0.4);
    assertChange("fsync", "no disk is that fast");
    fsyncMicros = List.of(50.0);
    for (String type : List.of("tmpfs", "nfs4", "overlay")) {
      directory.put("type", type);
      assertChange("file system", type + " on /dev/nvme0n1");
    }
    directory.put("type", "ext4");
    for (String options : List.of("rw,relatime,nobarrier", "rw", "rw,noatime,sync")) {
      directory.put("options", options);
      assertChange("mount options", options);
    }
  }

  @Test
  void unknownSettingsAreNoReasonToDistrustTheMachine() {
    host.clear();
    directory.clear();

    assertThat(MachineAdvice.answer(advice())).isEqualTo("this machine is fit for benchmarks");
    assertThat(advice())
        .filteredOn(advice -> advice.level() == Level.NOTE)
        .extracting(MachineAdvice::about)
        .containsExactly("governor", "huge pages", "NUMA", "file system", "mount options");
  }
}

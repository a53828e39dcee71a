package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostInfoTest {

  @TempDir Path temporary;

  @Test
  void factsComeFromTheKernelsFiles() throws IOException {
    String cpu = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    String clock = "sys/devices/system/clocksource/clocksource0/current_clocksource";
    Recording recording =
        new Recording(temporary)
            .with("proc/sys/kernel/osrelease", "6.18.44\n")
            .with("proc/sys/kernel/hostname", "bench1\n")
            .with("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 3GHz\n")
            .with("proc/meminfo", "MemTotal:       24684084 kB\nMemFree: 1 kB\n")
            .with("proc/stat", "cpu  1\ncpu0 1\ncpu1 1\ncpu2 1\nctxt 1\n")
            .with("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1\n")
            .with("proc/17/status", "Name:\tmariadbd\nCpus_allowed_list:\t2\n")
            .with("proc/sys/vm/swappiness", "60\n")
            .with("proc/sys/vm/dirty_ratio", "20\n")
            .with("sys/devices/system/node/node0/cpulist", "0-2\n")
            .with("sys/devices/system/node/node1/cpulist", "3\n")
            .with(cpu, "performance\n")
            .with(clock, "tsc\n")
            .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");

    Map<String, Object> facts =
        HostInfo.read(recording.proc, OptionalLong.of(17), List.of("-Xmx1g"));

    assertThat(facts)
        .containsEntry("kernel", "6.18.44")
        .containsEntry("hostname", "bench1")
        .containsEntry("cpu_model", "Some CPU @ 3GHz")
        .containsEntry("cpus", 3)
        .containsEntry("memory_bytes", 24684084L * 1024)
        .containsEntry("cpu_governor", "performance")
        .containsEntry("clock_source", "tsc")
        .containsEntry("client_cpus_allowed", "0-1")
        .containsEntry("server_cpus_allowed", "2")
        .containsEntry("swappiness", 60L)
        .containsEntry("dirty_ratio", 20L)
        .containsEntry("dirty_bytes", null)
        .containsEntry("numa_nodes", 2)
        .containsEntry("transparent_hugepages", "madvise")
        .containsEntry("jvm_flags", List.of("-Xmx1g"));
    assertThat(facts.keySet()).startsWith("os", "kernel", "hostname");
  }

  @Test
  void factsThatCannotBeHadAreNull() throws IOException {
    Recording empty =
        new Recording(temporary)
            .with("proc/meminfo", "MemTotal: much\n")
            .with("proc/cpuinfo", "model name")
            .with("sys/kernel/mm/transparent_hugepage/enabled", "always");

    Map<String, Object> facts = HostInfo.read(empty.proc, OptionalLong.of(17), List.of());

    assertThat(facts)
        .containsKeys("kernel", "memory_bytes", "cpu_model", "cpus", "transparent_hugepages");
    assertThat(facts.get("memory_bytes")).isNull();
    assertThat(facts.get("cpus")).isNull();
    assertThat(facts.get("cpu_model")).isNull();
    assertThat(facts.get("transparent_hugepages")).isNull();
    assertThat(facts.get("os")).isNotNull();
  }

  @Test
  void cpusThatDifferAreTold() throws IOException {
    Recording recording = new Recording(temporary);
    for (int cpu = 0; cpu < 6; cpu++) {
      String folder = "sys/devices/system/cpu/cpu" + cpu + "/cpufreq/";
      recording
          .with(folder + "scaling_governor", cpu < 4 ? "performance\n" : "powersave\n")
          .with(folder + "cpuinfo_min_freq", cpu < 4 ? "800000\n" : "400000\n")
          .with(folder + "cpuinfo_max_freq", cpu < 4 ? "5200000\n" : "3900000\n");
    }

    assertThat(HostInfo.read(recording.proc, OptionalLong.empty(), List.of()))
        .containsEntry("cpu_governor", "performance 0-3, powersave 4-5")
        .containsEntry("cpu_min_khz", 400_000L)
        .containsEntry("cpu_max_khz", 5_200_000L);
  }

  @Test
  void limitsOfClientAndServerAreTold() throws IOException {
    Recording recording =
        new Recording(temporary)
            .with("proc/self/cgroup", "0::/client\n")
            .with("proc/17/cgroup", "0::/server\n");
    String point = recording.folder.resolve("sys/fs/cgroup").toString();
    recording
        .with("proc/self/mountinfo", "30 20 0:26 / " + point + " rw - cgroup2 cgroup2 rw\n")
        .with("sys/fs/cgroup/client/cpu.max", "150000 100000\n")
        .with("sys/fs/cgroup/client/memory.max", "max\n")
        .with("sys/fs/cgroup/server/cpu.max", "max 100000\n")
        .with("sys/fs/cgroup/server/memory.max", "4294967296\n");

    assertThat(HostInfo.read(recording.proc, OptionalLong.of(17), List.of()))
        .containsEntry("client_cpu_quota", 1.5)
        .containsEntry("client_memory_limit_bytes", null)
        .containsEntry("server_cpu_quota", null)
        .containsEntry("server_memory_limit_bytes", 4L << 30);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Xmx1g|-Xmx1g",
        "-Djavax.net.ssl.keyStorePassword=abc=d|-Djavax.net.ssl.keyStorePassword=***",
        "-DDB_PWD=abc|-DDB_PWD=***",
        "-Dapi.key=abc|-Dapi.key=***",
        "-Durl=jdbc:mysql://h/d?user=u&password=abc&x=y|-Durl=jdbc:mysql://h/d?user=u&password=***",
        "-Duri=mongodb://me:ab@c@h/d|-Duri=mongodb://***@h/d",
        "-javaagent:a.jar=token:abc|-javaagent:a.jar=token:***",
        "-XX:+UseG1GC|-XX:+UseG1GC",
      })
  void secretsInFlagsAreMasked(String flag, String shown) {
    assertThat(HostInfo.masked(flag)).isEqualTo(shown);
  }
}

package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
            .with(cpu, "performance\n")
            .with(clock, "tsc\n")
            .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");

    Map<String, Object> facts = HostInfo.read(recording.proc, List.of("-Xmx1g"));

    assertThat(facts)
        .containsEntry("kernel", "6.18.44")
        .containsEntry("hostname", "bench1")
        .containsEntry("cpu_model", "Some CPU @ 3GHz")
        .containsEntry("cpus", 3)
        .containsEntry("memory_bytes", 24684084L * 1024)
        .containsEntry("cpu_governor", "performance")
        .containsEntry("clock_source", "tsc")
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

    Map<String, Object> facts = HostInfo.read(empty.proc, List.of());

    assertThat(facts)
        .containsKeys("kernel", "memory_bytes", "cpu_model", "cpus", "transparent_hugepages");
    assertThat(facts.get("memory_bytes")).isNull();
    assertThat(facts.get("cpus")).isNull();
    assertThat(facts.get("cpu_model")).isNull();
    assertThat(facts.get("transparent_hugepages")).isNull();
    assertThat(facts.get("os")).isNotNull();
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

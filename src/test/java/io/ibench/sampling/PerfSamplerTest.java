package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.sampling.SamplesReader.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With programs that answer as perf does. */
class PerfSamplerTest {

  private static final String GOOD =
      """
      if [ "$1" = record ]; then
        while [ "$1" != -o ]; do shift; done
        touch "$2"
        while [ "$1" != -- ]; do shift; done
        shift
        exec "$@"
      fi
      printf '7/7 0.000000100: cpu-clock: \\n\\t 1 work (/x)\\n\\t 2 start_thread (/x)\\n\\n'
      printf '7/7 0.000000900: cpu-clock: \\n\\t 1 late (/x)\\n\\n'
      """;

  @TempDir Path folder;

  private PerfSampler begin(String script) throws Exception {
    Path perf = folder.resolve("perf");
    Files.writeString(perf, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwx------"));
    return PerfSampler.begin(perf.toString(), folder, Set.of(7L), 1_000, () -> false);
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void samplesOfASpanAreFolded() throws Exception {
    try (PerfSampler sampler = begin(GOOD)) {
      sampler.end();

      List<CpuSamples> samples = sampler.read(List.of(new Span(0, 500)));

      assertThat(samples).hasSize(1);
      assertThat(samples.get(0).samples()).isEqualTo(1);
      assertThat(samples.get(0).rooted()).isEqualTo(1);
      assertThat(samples.get(0).tree().functions()).containsKey(Frame.named("x", "work"));
    }
    assertThat(files()).containsExactly("perf");
  }

  @Test
  void aMissingProgramIsNamedWithItsPackage() {
    Path none = folder.resolve("none");

    assertThatThrownBy(
            () -> PerfSampler.begin(none.toString(), folder, Set.of(7L), 1_000, () -> false))
        .isInstanceOf(SamplerException.class)
        .hasMessage("perf is not installed (Debian: linux-perf; Ubuntu: linux-tools-generic)");
  }

  @Test
  void aRefusalSaysWhatHelps() {
    assertThatThrownBy(
            () -> begin("echo 'Access to performance monitoring is limited' >&2; exit 255"))
        .isInstanceOf(SamplerException.class)
        .hasMessageStartingWith("perf may not sample");
  }

  @Test
  void whatMaySeeOnlySomeProcessesSamplesThose() throws Exception {
    try (PerfSampler sampler = begin("case \"$*\" in *' -a '*) exit 255;; esac\n" + GOOD)) {
      sampler.end();

      assertThat(sampler.read(List.of(new Span(0, 500))).get(0).how())
          .isEqualTo("cpu-clock, server's processes only");
    }
  }

  @Test
  void aSamplerThatEndsInTheMiddleIsNoProfile() throws Exception {
    try (PerfSampler sampler = begin("echo begun; exec >&-; sleep 0; exit 137")) {
      assertThatThrownBy(sampler::end)
          .isInstanceOf(SamplerException.class)
          .hasMessageStartingWith("perf ended ");
    }
  }

  @Test
  void whatItComplainedOfIsSaid() throws Exception {
    try (PerfSampler sampler =
        begin("echo begun; cat > /dev/null; echo disk is full >&2; exit 1")) {
      assertThatThrownBy(sampler::end)
          .isInstanceOf(SamplerException.class)
          .hasMessage("perf ended with exit code 1: disk is full");
    }
  }
}

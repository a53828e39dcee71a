package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.sampling.PprofFile;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of a server's CPU with the machine's own perf, if it may sample here. */
@NeedsServer
@Tag("any-server")
@AlsoAsRoot
class CpuProfileTest {

  @TempDir private Path folder;

  /** The user postgres must be able to enter it. */
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Cli run(Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("run", "oltp", "--no-page", "--lenient"));
    arguments.addAll(List.of("-o", folder.resolve("out"), "-s", "oltp.rows=1000"));
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve(name).toFile());
  }

  /** Of a machine on which perf may not sample there is a reason instead. */
  private void profilesAreWhole(JsonNode profiles) throws IOException {
    for (JsonNode profile : profiles) {
      if (profile.has("none")) {
        assertThat(profile.at("/none").asText()).containsAnyOf("perf", "samples");
      } else {
        Path file = folder.resolve("out").resolve(profile.at("/file").asText());
        assertThat(PprofFile.read(file).samples())
            .isEqualTo(profile.at("/sampling/samples").asLong());
        assertThat(profile.at("/functions")).isNotEmpty();
      }
    }
  }

  @Test
  void aStepThatReadsIsSampledOnceMoreAndItsResultsDoNotKnow() throws IOException {
    Cli run =
        run(
            "-d",
            "postgres",
            "--server",
            "--cpu-profile=499",
            "-s",
            "steps=drop,create,load,point_select",
            "-s",
            "point_select.until=1s",
            "-s",
            "point_select.repeat=2");

    assertThat(run.code()).as(run.err()).isZero();
    JsonNode profiles = json("cpu_profile.json").at("/profiles");
    assertThat(profiles).hasSize(1);
    assertThat(profiles.get(0).at("/step").asText()).isEqualTo("point_select");
    assertThat(profiles.get(0).at("/repeat").asInt()).isZero();
    profilesAreWhole(profiles);
    if (profiles.get(0).has("sampling")) {
      assertThat(profiles.get(0).at("/counters/of").asText()).isEqualTo("q");
    }
    JsonNode steps = json("summary.json").at("/steps");
    assertThat(steps).hasSize(5);
    assertThat(steps.get(4).at("/repeat").asInt()).isEqualTo(2);
    assertThat(run.err()).contains("1 s more for the CPU profile, which enter no figure");
    assertThat(run.out()).contains("CPU of the server, by function");
    Cli report = ibench("report", folder.resolve("out"));
    assertThat(run.out()).isEqualTo(report.out());
    try (var left = Files.list(folder.resolve("out/cpu"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.endsWith(".pb.gz"));
    }
  }

  @Test
  void aStepThatWritesIsSampledWhileItIsMeasured() throws IOException {
    Cli run =
        run(
            "-d",
            "postgres",
            "--server",
            "--cpu-profile",
            "-s",
            "steps=drop,create,load,update_non_index",
            "-s",
            "update_non_index.until=1s",
            "-s",
            "update_non_index.repeat=2");

    assertThat(run.code()).as(run.err()).isZero();
    JsonNode profiles = json("cpu_profile.json").at("/profiles");
    assertThat(profiles.findValuesAsText("repeat")).isSubsetOf("0", "1", "2").isNotEmpty();
    assertThat(profiles.findValues("counters")).isEmpty();
    profilesAreWhole(profiles);
  }
}

package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.Frame;
import io.ibench.sampling.PprofFile;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.StartsProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of ibench itself: in a process of its own, as the sampler sends signals to threads. */
@StartsProcess
@AlsoAsRoot
class ClientProfileTest {

  private static final String LIBRARY = "async-profiler";
  private static final long WAIT_SECONDS = 600;

  @TempDir private Path folder;

  /**
   * Runs ibench.
   *
   * @param without leaves out the library
   * @return what it said on stderr
   */
  private String run(boolean without, String... more) throws IOException, InterruptedException {
    String classes =
        Stream.of(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
            .filter(each -> !without || !each.contains(LIBRARY))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> words =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    words.addAll(List.of("-Xmx128m", "-Djava.io.tmpdir=" + folder, "-cp", classes));
    words.addAll(List.of("io.ibench.cli.Main", "run", "workloads/oltp.properties", "--lenient"));
    words.addAll(List.of("--no-page", "-o", folder.resolve("out").toString()));
    words.addAll(List.of("--cpu-profile", "-s", "oltp.rows=1000"));
    words.addAll(List.of(more));
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(folder.resolve("text").toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(err);
  }

  private JsonNode profiles() throws IOException {
    Path file = folder.resolve("out/cpu_profile.json");
    return new ObjectMapper().readTree(file.toFile()).at("/profiles");
  }

  @Test
  void aDatabaseInsideIsSampledWithIbench() throws Exception {
    run(
        false,
        "-d",
        "conf/sqlite.properties",
        "-s",
        "file=" + folder.resolve("ibench.db"),
        "-s",
        "steps=drop,create,load,point_select",
        "-s",
        "point_select.until=6s");

    assertThat(profiles()).hasSize(1);
    JsonNode profile = profiles().get(0);
    assertThat(profile.at("/cpu_of").asText()).isEqualTo("inside");
    String text = Files.readString(folder.resolve("text"));
    assertThat(text).contains("CPU of ibench and the database inside, by function");
    // On a busy machine the step may have too little CPU for 200 samples.
    if (profile.has("none")) {
      assertThat(profile.at("/none").asText()).contains("samples");
    } else {
      CallTree tree = PprofFile.read(folder.resolve("out").resolve(profile.at("/file").asText()));
      assertThat(tree.samples()).isEqualTo(profile.at("/sampling/samples").asLong());
      assertThat(tree.functions().keySet())
          .extracting(Frame::text)
          .contains("WorkerLoop.work", "NativeDB.step");
      assertThat(profile.at("/sampling/rooted").asDouble()).isGreaterThan(0.8);
    }
    try (Stream<Path> left = Files.list(folder.resolve("out/cpu"))) {
      assertThat(left.map(Path::toString)).allMatch(name -> name.endsWith("-client.pb.gz"));
    }
  }

  @Test
  void withoutTheLibraryALineSaysWhatHelpsAndTheRunIsWhole() throws Exception {
    String err =
        run(
            true,
            "-d",
            "conf/noop.properties",
            "-s",
            "steps=point_select",
            "-s",
            "point_select.until=1s");

    assertThat(err)
        .contains(
            "ibench: no CPU profile of point_select: async-profiler is missing; bin/ibench fetch"
                + " async-profiler")
        .doesNotContain("more for the CPU profile");
    assertThat(folder.resolve("out/summary.json")).exists();
  }
}

package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static io.ibench.cli.KilledSteps.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of io that are killed in a fill or in requests, and resumed, on plain files. */
@StartsProcess
class ResumedIoTest {

  private static final String[] SETTINGS = {
    "io.files=2", "io.size=2MB", "io.page=4KB", "io.direct=false", "io.threads=3", "fill.threads=2"
  };

  @TempDir private Path folder;
  private KilledSteps runs;

  @BeforeEach
  void nameFiles() throws Exception {
    String settings = "database = files\ndir = " + folder.resolve("files") + "\n";
    runs = new KilledSteps(folder, Files.writeString(folder.resolve("db.properties"), settings));
  }

  private static String[] settings(String... more) {
    return Stream.of(SETTINGS, more).flatMap(Stream::of).toArray(String[]::new);
  }

  private static void assertAllPagesAreWhole(RunningIbench run) throws Exception {
    JsonNode verify = step(run, "verify");
    assertThat(verify.path("problems")).isEmpty();
    assertThat(verify.path("facts").toString()).contains("512 of 512 pages are whole");
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "mix", "innosim"})
  void aStepThatWritesGoesOnAndNoPageIsLost(String kind) throws Exception {
    try (RunningIbench run =
        runs.resumed(
            "io", kind, 6, settings("steps=fill," + kind + ",verify", kind + ".until=2s"))) {
      assertAllPagesAreWhole(run);
      assertThat(step(run, kind).path("problems")).isEmpty();
      assertThat(step(run, kind).path("facts").toString())
          .contains("an earlier run died while it wrote", "pages that were in flight are not");
    }
  }

  /** A step that only reads leaves no page in doubt. */
  @Test
  void readsGoOnForTheRestOfTheirTime() throws Exception {
    try (RunningIbench run =
        runs.resumed("io", "read", 6, settings("steps=fill,read,verify", "read.until=2s"))) {
      assertAllPagesAreWhole(run);
      JsonNode read = step(run, "read");
      assertThat(read.path("problems")).isEmpty();
      assertThat(read.path("facts").toString()).doesNotContain("died");
    }
  }

  @Test
  void writesGoOnUntilThereAreAsManyAsWereAskedFor() throws Exception {
    try (RunningIbench run =
        runs.resumed(
            "io",
            "write",
            6,
            settings("steps=fill,write,verify", "write.operations=2000", "write.rate=1000/s"))) {
      assertAllPagesAreWhole(run);
      JsonNode write = step(run, "write");
      assertThat(write.path("facts").toString())
          .contains("operations after the last interval that is counted were done again");
      assertThat(write.path("operations").path(0).path("count").asLong())
          .as(write.path("operations").toString())
          .isEqualTo(2000);
    }
  }

  @Test
  void stepsWithoutThreadsWorkOnTheFilesAfterwards() throws Exception {
    try (RunningIbench run =
        runs.resumed(
            "io",
            "read",
            6,
            settings(
                "steps=fill,read,drop,create,last,drain,verify",
                "last.like=fill",
                "read.until=2s"))) {
      assertAllPagesAreWhole(run);
    }
  }

  @Test
  void aFillIsRefusedWithTheReasonAndChangesNothing() throws Exception {
    try (RunningIbench run =
        runs.killed("io", "fill", 2, settings("steps=fill,verify", "fill.rate=100/s"))) {
      byte[] before = Files.readAllBytes(run.output().resolve("intervals.csv"));
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");
      assertThat(resumed.code()).as(resumed.out()).isEqualTo(ExitCode.USAGE);
      assertThat(resumed.err())
          .contains(
              "fill was under way, and a load of this workload cannot be resumed; run it again")
          .doesNotContain("Exception");
      assertThat(Files.readAllBytes(run.output().resolve("intervals.csv"))).isEqualTo(before);
    }
  }
}

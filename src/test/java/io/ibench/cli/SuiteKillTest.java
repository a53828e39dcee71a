package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.suite.Cell;
import io.ibench.suite.SuiteState;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, whose first cell takes ten minutes unless it is ended. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class SuiteKillTest {

  private static final long WAIT_SECONDS = 600;

  private static final String TEXT =
      """
      workload               = linkbench
      server.product         = sqlite
      vary.set.sync          = full, normal
      set.linkbench.maxid1   = 501
      set.warmup.until       = 1s
      full.set.request.until = 10m
      set.request.until      = 1s
      set.request.repeat     = 1
      idle                   = 0s
      canary                 = false
      """;

  @TempDir private Path temporary;

  private Optional<Process> suite = Optional.empty();

  @AfterEach
  void end() throws InterruptedException {
    if (suite.isPresent()) {
      suite.get().destroyForcibly().waitFor();
    }
  }

  private Path folder() {
    return temporary.resolve("results");
  }

  private Map<String, String> environment() {
    return Map.of("XDG_RUNTIME_DIR", temporary.toString());
  }

  private String err() throws IOException {
    return Files.readString(temporary.resolve("err"));
  }

  private List<Cell> cells() throws IOException {
    return SuiteState.read(folder()).cells();
  }

  /** Starts the suite and waits until its first cell writes results of its last step. */
  private Process start(String... further) throws Exception {
    Path file =
        Files.writeString(temporary.resolve("small.properties"), TEXT + String.join("\n", further));
    List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT,TERM,HUP"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("suite", file.toString(), "-o", folder().toString()));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment());
    suite =
        Optional.of(
            builder
                .redirectOutput(temporary.resolve("out").toFile())
                .redirectError(temporary.resolve("err").toFile())
                .start());
    Path intervals = folder().resolve("full/run-1/intervals.csv");
    await(() -> Files.exists(intervals) && Files.readString(intervals).contains(",request,"));
    return suite.get();
  }

  /** Bounded polling; the wait ends early when the process does. */
  private void await(RunningIbench.Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!condition.holds()) {
      assertThat(suite.get().waitFor(20, TimeUnit.MILLISECONDS)).as(err()).isFalse();
      assertThat(System.nanoTime() - end).as("nanoseconds after the deadline").isNegative();
    }
  }

  /** Also where nobody collects what is left of a dead process. */
  private static void awaitDeath(long pid) throws IOException {
    Path words = Path.of("/proc/" + pid + "/cmdline");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (Files.exists(words) && !Files.readString(words).isEmpty()) {
      assertThat(System.nanoTime() - end).as("nanoseconds after the deadline").isNegative();
      Thread.onSpinWait();
    }
  }

  private long child() throws IOException {
    return cells().get(0).child().orElseThrow().pid();
  }

  @Test
  void cellWhoseRunIsKilledFailsAndTheNextOneRuns() throws Exception {
    Process process = start();
    Cli second =
        Cli.ibench(
            environment(),
            "suite",
            temporary.resolve("small.properties"),
            "-o",
            temporary.resolve("second"));
    assertThat(second.code()).isEqualTo(ExitCode.USAGE);
    assertThat(second.err())
        .contains("a suite is running here: process " + process.pid())
        .contains(", in " + folder());

    RunningIbench.signal("KILL", child());

    assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
    assertThat(err())
        .contains("full-r1: failed: its run ended with exit code 137")
        .contains("normal-r1: done");
    assertThat(Files.readString(folder().resolve("report.txt")))
        .contains("full-r1: FAILED: its run ended with exit code 137");
    assertThat(folder().resolve("data")).isEmptyDirectory();
  }

  @Test
  void killedSuiteGoesOnAndEndsTheRunThatItLeft() throws Exception {
    Process process = start();
    long child = child();
    process.destroyForcibly().waitFor();
    assertThat(ProcessHandle.of(child)).isPresent();

    Cli clean = Cli.ibench(environment(), "suite", "--clean", folder());

    assertThat(clean.code()).as(clean.err()).isZero();
    assertThat(clean.err())
        .contains("full-r1 was running: ended its run (process " + child + ")")
        .contains("it runs again");
    assertThat(folder().resolve("data")).isEmptyDirectory();
    assertThat(folder().resolve("full/killed-run-1-1")).isDirectory();
    Cli again = Cli.ibench(environment(), "suite", folder(), "-s", "full.set.request.until=1s");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).contains("2 of 2 cells done");
  }

  @Test
  @NeedsRoot
  void cellWhoseDiskBecomesFullFailsAndTheNextOneRunsOnItsOwn() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary.resolve("disk"), 48 << 20)) {
      Process process = start("full.server.data = " + disk.folder().resolve("data"));

      Path ballast = disk.folder().resolve("ballast");
      Files.write(ballast, new byte[Math.toIntExact(disk.folder().toFile().getUsableSpace())]);

      assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
      assertThat(err())
          .contains("full-r1: failed: disk: the disk of " + disk.folder().resolve("data"))
          .contains("normal-r1: done");
      assertThat(disk.folder().resolve("data")).doesNotExist();
    }
  }

  @Test
  void secondTermKillsTheRunAtOnceAndCleanRemovesWhatItLeaves() throws Exception {
    Process process = start();
    long child = child();
    // A run that hangs, so that the first signal does not end it.
    RunningIbench.signal("STOP", child);
    process.destroy();
    await(() -> err().contains("a second signal ends at once"));

    process.destroy();

    assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
    awaitDeath(child);
    assertThat(cells().get(0).state()).isEqualTo(Cell.State.RUNNING);
    assertThat(folder().resolve("data")).isNotEmptyDirectory();
    Cli clean = Cli.ibench(environment(), "suite", "--clean", folder());
    assertThat(clean.code()).as(clean.err()).isZero();
    assertThat(clean.err()).doesNotContain("ended its run");
    assertThat(folder().resolve("data")).isEmptyDirectory();
  }

  @Test
  void termEndsTheCellAndRemovesItsData() throws Exception {
    Process process = start();

    process.destroy();

    assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(cells().get(0).state()).isEqualTo(Cell.State.INTERRUPTED);
    assertThat(folder().resolve("data")).isEmptyDirectory();
    assertThat(folder().resolve("report.txt")).content().contains("full-r1: INTERRUPTED");
  }
}

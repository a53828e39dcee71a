package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The only test of a real process: signals cannot be sent to this one. */
@EnabledOnOs(OS.LINUX)
class InterruptsTest {

  private static final long WAIT_SECONDS = 30;
  private static final int ROWS_BEFORE_THE_SIGNAL = 3;

  @TempDir private Path temporary;

  private Process start(Path output) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            // A test run in the background may ignore INT; the child must not inherit that.
            "env",
            "--default-signal=INT",
            java,
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "run",
            Cli.LINKBENCH.toString(),
            "-d",
            Cli.NOOP.toString(),
            "-o",
            output.toString(),
            "-s=steps=request,verify",
            "-s=linkbench.maxid1=501",
            "-s=request.until=10m",
            "-s=request.repeat=1",
            "-s=request.rate=1000/s",
            "-s=interval=50ms")
        .redirectOutput(temporary.resolve("out").toFile())
        .redirectError(temporary.resolve("err").toFile())
        .start();
  }

  /** Bounded polling; the wait ends early when the process does. */
  private void awaitRows(Process process, Path csv) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!Files.exists(csv) || Files.readAllLines(csv).size() <= ROWS_BEFORE_THE_SIGNAL) {
      boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
      assertThat(ended).as(Files.readString(temporary.resolve("err"))).isFalse();
      assertThat(System.nanoTime() - end).as("nanoseconds after the deadline").isNegative();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalEndsTheRunWithItsResultsWritten(String signal) throws Exception {
    Path output = temporary.resolve("results");
    Process process = start(output);
    try {
      awaitRows(process, output.resolve("intervals.csv"));
      assertThat(
              new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                  .start()
                  .waitFor())
          .isZero();
      assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(process.exitValue()).isEqualTo(130);
    JsonNode summary = new ObjectMapper().readTree(output.resolve("summary.json").toFile());
    assertThat(summary.at("/run/state").asText()).isEqualTo("interrupted");
    assertThat(summary.at("/steps/0/interrupted").asBoolean()).isTrue();
    assertThat(summary.at("/steps/0/operations")).isNotEmpty();
    assertThat(Files.readString(temporary.resolve("out")))
        .contains("INTERRUPTED")
        .contains("not begun: verify")
        .endsWith("results in " + output + "\n");
    assertThat(List.of(output.toFile().list()))
        .contains("run.json", "operations.csv", "latency.hlog", "summary.txt");
  }
}

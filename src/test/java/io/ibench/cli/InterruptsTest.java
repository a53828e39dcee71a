package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
@StartsProcess
class InterruptsTest {

  private static final int A_FEW = 3;

  @TempDir private Path temporary;

  private RunningIbench start() throws Exception {
    return new RunningIbench(temporary, Cli.NOOP, Map.of(), "-s=steps=request,verify");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalEndsTheRunWithItsResultsWritten(String signal) throws Exception {
    try (RunningIbench run = start()) {
      run.awaitIntervals(A_FEW);
      run.signal(signal);

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.summary().at("/run/state").asText()).isEqualTo("interrupted");
      assertThat(run.summary().at("/steps/0/interrupted").asBoolean()).isTrue();
      assertThat(run.summary().at("/steps/0/operations")).isNotEmpty();
      assertThat(run.out())
          .contains("INTERRUPTED")
          .contains("not begun: verify")
          .endsWith("results in " + run.output() + "\n");
      assertThat(run.err()).contains("ending the step").doesNotContain("\033", "\r");
      assertThat(List.of(run.output().toFile().list()))
          .contains("run.json", "operations.csv", "latency.hlog", "summary.txt")
          .doesNotContain("report.html.part");
      // On a slow machine it may not have been ready in time.
      assertThat(run.output().resolve("report.html").toFile().exists())
          .as(run.err())
          .isNotEqualTo(run.err().contains("the page was not ready in time"));
      assertThat(run.err().stripTrailing())
          .endsWith("ibench: bin/ibench resume " + run.output() + " goes on");
    }
  }

  @Test
  void aSignalEndsASeriesAndPrintsWhatItHas() throws Exception {
    try (RunningIbench run =
        new RunningIbench(temporary, Cli.NOOP, Map.of(), "-s=steps=request", "--runs=3")) {
      Path first = run.output().resolve("run-1");
      run.await(
          () ->
              Files.exists(first.resolve("intervals.csv"))
                  && Files.readString(first.resolve("intervals.csv")).contains("request"));
      run.signal("INT");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.out())
          .contains("run-1: not in the means, interrupted: ")
          .endsWith("0 runs of 1 in the means\nresults in " + run.output() + "\n");
      assertThat(run.err()).endsWith("ibench: 0 of 3 runs are complete\n");
      assertThat(run.output().toFile().list()).containsExactly("run-1");
    }
  }

  @Test
  void aTerminalThatIsClosedDoesNotEndTheRun() throws Exception {
    try (RunningIbench run = start()) {
      run.awaitIntervals(A_FEW);
      run.signal("HUP");
      run.signal("HUP");
      run.awaitIntervals(A_FEW);
      run.signal("TERM");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.summary().at("/run/state").asText()).isEqualTo("interrupted");
    }
  }
}

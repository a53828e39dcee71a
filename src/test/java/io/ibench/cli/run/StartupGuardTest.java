package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.RunningIbench;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals during the wait for a server that accepts the connection and never answers. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class StartupGuardTest {

  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void aSignalEndsTheWaitForAServerAtOnceAndLeavesNoFolder(String signal) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path database = temporary.resolve("silent.properties");
      Files.writeString(
          database,
          "database = mariadb\nuser = x\nurl = jdbc:mariadb://127.0.0.1:%d/x\n"
              .formatted(silent.getLocalPort()));
      try (RunningIbench run =
              new RunningIbench(
                  temporary,
                  database,
                  Map.of(),
                  "-s=steps=create",
                  "--upstream-output=" + temporary.resolve("above/upstream"));
          Socket waiting = silent.accept()) {
        assertThat(waiting.isConnected()).isTrue();
        assertThat(run.output()).isDirectory();
        run.signal(signal);

        assertThat(run.awaitEnd()).isEqualTo(130);
        assertThat(run.err())
            .isEqualTo("ibench: interrupted before the run began: nothing was touched\n");
        assertThat(run.out()).isEmpty();
        assertThat(run.output()).doesNotExist();
        assertThat(temporary.resolve("above")).doesNotExist();
      }
    }
  }

  @Test
  void aSignalDuringTheProbeOfTheMachineRemovesItsFile() throws Exception {
    Path data = Files.createDirectory(temporary.resolve("data"));
    try (RunningIbench run =
        new RunningIbench(
            temporary,
            Cli.SQLITE,
            Map.of(),
            "-s=machine.probe=true",
            "-s=file=" + data.resolve("x.db"))) {
      run.await(() -> probeFiles(data) == 1);
      run.signal("INT");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.err()).endsWith("interrupted before the run began: nothing was touched\n");
      assertThat(probeFiles(data)).isZero();
      assertThat(run.output()).doesNotExist();
    }
  }

  private static long probeFiles(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).count();
    }
  }

  /** A signal in the first moment: the process is ending when the run wants to begin. */
  @Test
  void noRunBeginsInAProcessThatIsEnding() throws Exception {
    Path err = temporary.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndingProcess.class.getName(),
                "143")
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).isEqualTo(143);
    assertThat(err).isEmptyFile();
  }

  @Test
  void theFoldersOfARunThatBeginsAreLeftToIt() {
    Cli run =
        Cli.ibench(
            "run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", temporary.resolve("o"), "-s=steps=create");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(temporary.resolve("o/summary.json")).isNotEmptyFile();
  }
}

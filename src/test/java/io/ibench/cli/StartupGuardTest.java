package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
  void theFoldersOfARunThatBeginsAreLeftToIt() {
    Cli run =
        Cli.ibench(
            "run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", temporary.resolve("o"), "-s=steps=create");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(temporary.resolve("o/summary.json")).isNotEmptyFile();
  }
}

package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ctrl-C while the server does not answer: the server is stopped, and all its connections stay
 * open.
 */
@NeedsServer
@StartsProcess
class HangingServerTest {

  private static PrivateMariadb server;

  @TempDir private Path temporary;

  @BeforeAll
  static void startServer() {
    server = Servers.requireOwnMariadb();
  }

  @AfterAll
  static void closeServer() {
    if (server != null) {
      server.close();
    }
  }

  @AfterEach
  void letServerGoOn() throws Exception {
    RunningIbench.signal("CONT", server.pid());
  }

  private RunningIbench start() throws Exception {
    Path database = temporary.resolve("server.properties");
    Files.writeString(
        database,
        """
        database = mariadb
        url = %s
        user = %s
        password = ${IBENCH_PASSWORD:}
        """
            .formatted(server.jdbcUrl(), server.user()));
    return new RunningIbench(
        temporary,
        database,
        Map.of("IBENCH_PASSWORD", server.password()),
        "-s=steps=drop,create,load,index,request,verify");
  }

  private static void stall(RunningIbench run) throws Exception {
    run.awaitIntervals(3);
    RunningIbench.signal("STOP", server.pid());
    run.awaitIntervals(3);
    run.signal("INT");
  }

  @Test
  void everythingSoFarIsWrittenInTime() throws Exception {
    try (RunningIbench run = start()) {
      stall(run);

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.err()).doesNotContain("in time; some of its end is missing");
      assertThat(run.summary().at("/run/state").asText()).isEqualTo("interrupted");
      assertThat(run.out()).contains("INTERRUPTED").endsWith("results in " + run.output() + "\n");
    }
  }

  @Test
  void aSecondSignalEndsTheProcessAtOnce() throws Exception {
    try (RunningIbench run = start()) {
      stall(run);
      run.await(() -> run.err().contains("a second signal ends at once"));
      run.signal("TERM");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.summary().at("/run/state").asText()).isEqualTo("running");
      assertThat(run.out()).isEmpty();
    }
  }
}

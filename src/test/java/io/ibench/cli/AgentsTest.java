package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several ibench processes work as one client on a server. */
@NeedsServer
@StartsProcess
class AgentsTest {

  private static final String WORKLOAD = AgentProcesses.LINKBENCH;

  /** Each client has its own table. */
  private static final String INSERT =
      """
      workload = insert
      seed = 7
      steps = drop, create, l.i0, l.x, verify
      insert.clients = 4
      l.i0.rows = 2k
      row_time = 2026-01-01T00:00:00Z
      """;

  private static PrivateMariadb server;
  private static Map<String, Long> ofOneProcess = Map.of();

  @TempDir private Path folder;

  private static String mariadb() {
    return "database = mariadb\nengine = InnoDB\nurl = "
        + server.jdbcUrl()
        + "\nuser = "
        + server.user()
        + "\npassword = "
        + server.password()
        + "\n";
  }

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

  private AgentProcesses agents(String name, int of) {
    return new AgentProcesses(folder, name, of);
  }

  private Map<String, Long> operations(String name, int of, String database) throws Exception {
    try (AgentProcesses agents = agents(name, of)) {
      agents.startAll(WORKLOAD, database, "-s=request.operations=2000").awaitDone();
      for (int rank = 0; rank < of; rank++) {
        JsonNode request = agents.step(rank, "request");
        assertThat(request.path("threads").asInt()).isEqualTo(8 / of);
        assertThat(request.at("/agent/start_us").asLong())
            .isEqualTo(agents.step(0, "request").at("/agent/start_us").asLong());
      }
      agents.requireBooked();
      return agents.operations("request");
    }
  }

  /** Drawn from the seed, whatever the database. */
  private Map<String, Long> ofOneProcess() throws Exception {
    if (ofOneProcess.isEmpty()) {
      ofOneProcess = operations("one", 1, mariadb());
      assertThat(ofOneProcess.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2000);
    }
    return ofOneProcess;
  }

  @Test
  void fourAgentsDoExactlyTheOperationsOfOneProcess() throws Exception {
    assertThat(operations("four", 4, mariadb())).isEqualTo(ofOneProcess());
  }

  @Test
  void onPostgresTwoAgentsDoExactlyTheOperationsOfOneProcess() throws Exception {
    try (PrivatePostgres postgres = Servers.requireOwnPostgres()) {
      String database =
          "database = postgres\nurl = "
              + postgres.jdbcUrl()
              + "\nuser = "
              + postgres.user()
              + "\npassword = "
              + postgres.password()
              + "\n";

      assertThat(operations("two", 2, database)).isEqualTo(ofOneProcess());
    }
  }

  @Test
  void agentsInsertTheSameRowsByTheSameStatementsAsOneProcess() throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL log_output = 'TABLE'");
      Map<String, Long> one = inserted(statement, "i1", 1);
      Map<String, Long> two = inserted(statement, "i2", 2);

      assertThat(one).hasSize(8).doesNotContainValue(0L);
      assertThat(two).isEqualTo(one);
    }
  }

  /** How often each table's insert was sent, and the checksum of each table. */
  private Map<String, Long> inserted(Statement statement, String name, int of) throws Exception {
    statement.execute("TRUNCATE mysql.general_log");
    statement.execute("SET GLOBAL general_log = 1");
    try (AgentProcesses agents = agents(name, of)) {
      agents.startAll(INSERT, mariadb()).awaitDone();
    } finally {
      statement.execute("SET GLOBAL general_log = 0");
    }
    Map<String, Long> all = new TreeMap<>();
    read(
        statement,
        "SELECT CONCAT(command_type, ' ', LEFT(argument, LENGTH('INSERT INTO pi1'))), COUNT(*)"
            + " FROM mysql.general_log WHERE argument LIKE 'INSERT INTO pi%'"
            + " AND command_type <> 'Prepare' GROUP BY 1",
        all);
    read(statement, "CHECKSUM TABLE pi1, pi2, pi3, pi4", all);
    return all;
  }

  private static void read(Statement statement, String query, Map<String, Long> to)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        to.put(rows.getString(1), rows.getLong(2));
      }
    }
  }

  @Test
  void aKilledAgentEndsTheOthersIsNamedByTheMergeAndCannotComeBack() throws Exception {
    try (AgentProcesses agents = agents("killed", 3)) {
      agents.startAll(WORKLOAD, mariadb(), "-s=request.until=10m");
      Path intervals = agents.results(2).resolve("intervals.csv");
      agents
          .agent(2)
          .await(
              () -> Files.exists(intervals) && Files.readString(intervals).contains(",request,"));
      agents.agent(2).signal("KILL");
      for (int rank = 0; rank < 2; rank++) {
        RunningIbench agent = agents.agent(rank);
        assertThat(agent.awaitEnd()).as(agent.err()).isEqualTo(ExitCode.FAILED);
        JsonNode request = agents.step(rank, "request");
        assertThat(request.path("failure").asText())
            .startsWith("agent 2 of 3 lost at ")
            .contains("its load is missing");
        assertThat(request.at("/agent/lost").toString()).isEqualTo("[2]");
        assertThat(agents.summary(rank).path("verdict").asText()).isEqualTo("invalid");
      }
      Cli merge =
          Cli.ibench(
              "merge",
              agents.results(0),
              agents.results(1),
              agents.results(2),
              "-o",
              folder.resolve("all"));
      assertThat(merge.code()).as(merge.err()).isEqualTo(ExitCode.FAILED);
      assertThat(merge.out()).containsPattern("request: INVALID: agent 2 of 3 \\S+ was lost");

      RunningIbench again = agents.start(2, List.of(), WORKLOAD, mariadb(), "-s=request.until=10m");
      assertThat(again.awaitEnd()).isEqualTo(ExitCode.USAGE);
      assertThat(again.err()).contains("agent 2 was here before", "with a new name");
    }
  }

  @Test
  void agentsWithOtherSettingsAllRefuse() throws Exception {
    try (AgentProcesses agents = agents("other", 2)) {
      for (int rank = 0; rank < 2; rank++) {
        String operations = "-s=request.operations=1" + rank;
        agents.start(rank, List.of(), WORKLOAD, mariadb(), operations);
      }
      for (int rank = 0; rank < 2; rank++) {
        RunningIbench agent = agents.agent(rank);
        assertThat(agent.awaitEnd()).as(agent.err()).isEqualTo(ExitCode.USAGE);
        assertThat(agent.err()).contains("has other settings: request.operations = 1");
      }
    }
  }

  @Test
  void anAgentThatNeverComesIsNamed() throws Exception {
    try (AgentProcesses agents = agents("lonely", 2)) {
      RunningIbench alone =
          agents.start(
              0, List.of(), WORKLOAD, mariadb(), "-s=together.wait=1s", "-s=request.operations=10");
      assertThat(alone.awaitEnd()).isEqualTo(ExitCode.USAGE);
      assertThat(alone.err()).contains("not all agents have come", "agent 1 of 2");
    }
  }

  @Test
  void aRunOfOneProcessMakesNoTableOfAgents() throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS ibench_agents");
      Path workload = Files.writeString(folder.resolve("w.properties"), WORKLOAD);
      Path database = Files.writeString(folder.resolve("d.properties"), mariadb());
      try (RunningIbench single =
          new RunningIbench(
              Files.createDirectories(folder.resolve("single")),
              workload,
              List.of(),
              database,
              System.getenv(),
              "--no-page",
              "-s=request.operations=100")) {
        assertThat(single.awaitEnd()).as(single.err()).isEqualTo(ExitCode.DONE);
      }
      assertThat(statement.executeQuery("SHOW TABLES LIKE 'ibench_agents'").next()).isFalse();
    }
  }
}

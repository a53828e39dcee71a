package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.NeedsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two agents, each in a network namespace of its own with a link to the server, as on machines of
 * their own.
 */
@NeedsServer
@StartsProcess
@NeedsRoot
class AgentsInNamespacesTest {

  private static final int AGENTS = 2;
  private static final String NET = "10.213.";
  private static final String USER = "fleet";
  private static final String PASSWORD = "fleet_1";
  private static final List<String> NAMESPACES = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void makeNamespaces() throws Exception {
    String base = "ib" + ProcessHandle.current().pid() % 1_000_000;
    for (int i = 0; i < AGENTS; i++) {
      String space = base + "n" + i;
      String link = base + "v" + i;
      String why = ip("netns", "add", space);
      Assumptions.assumeTrue(why.isEmpty(), "no network namespaces: " + why);
      NAMESPACES.add(space);
      String ours = NET + i + ".1/30";
      String theirs = NET + i + ".2/30";
      List<List<String>> commands =
          List.of(
              List.of("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", space),
              List.of("addr", "add", ours, "dev", link),
              List.of("link", "set", link, "up"),
              List.of("-n", space, "addr", "add", theirs, "dev", "eth0"),
              List.of("-n", space, "link", "set", "eth0", "up"),
              List.of("-n", space, "link", "set", "lo", "up"));
      for (List<String> command : commands) {
        String failure = ip(command.toArray(String[]::new));
        Assumptions.assumeTrue(failure.isEmpty(), "no link of namespaces: " + failure);
      }
    }
  }

  @AfterAll
  static void removeNamespaces() throws Exception {
    for (String space : NAMESPACES) {
      assertThat(ip("netns", "del", space)).isEmpty();
    }
  }

  /** What it says if it fails. */
  private static String ip(String... words) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes()).strip();
      int code = process.waitFor();
      return code == 0 ? "" : out + " (ip " + String.join(" ", words) + ": " + code + ")";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  @Test
  void onMariadbAgentsInTwoNamespacesWorkAsOneClient() throws Exception {
    try (PrivateMariadb server = Servers.requireOwnMariadb("--bind-address=0.0.0.0")) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        String user = "'" + USER + "'@'" + NET + "%'";
        statement.execute("CREATE USER " + user + " IDENTIFIED BY '" + PASSWORD + "'");
        statement.execute("GRANT ALL PRIVILEGES ON *.* TO " + user);
      }
      work("database = mariadb\nengine = InnoDB\n", server.jdbcUrl());
    }
  }

  @Test
  void onPostgresAgentsInTwoNamespacesWorkAsOneClient() throws Exception {
    try (PrivatePostgres server = Servers.requireOwnPostgres("listen_addresses=*")) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE ROLE " + USER + " SUPERUSER LOGIN PASSWORD '" + PASSWORD + "'");
        ResultSet file = statement.executeQuery("SHOW hba_file");
        file.next();
        Files.writeString(
            Path.of(file.getString(1)),
            "\nhost all " + USER + " " + NET + "0.0/16 password\n",
            StandardOpenOption.APPEND);
        statement.execute("SELECT pg_reload_conf()");
      }
      work("database = postgres\n", server.jdbcUrl());
    }
  }

  private void work(String database, String url) throws Exception {
    try (AgentProcesses agents = new AgentProcesses(folder, "spaces", AGENTS)) {
      for (int rank = 0; rank < AGENTS; rank++) {
        String own =
            database
                + "url = "
                + url.replace("127.0.0.1", NET + rank + ".1")
                + "\nuser = "
                + USER
                + "\npassword = "
                + PASSWORD
                + "\n";
        agents.start(
            rank,
            List.of("ip", "netns", "exec", NAMESPACES.get(rank)),
            AgentProcesses.LINKBENCH,
            own,
            "-s=request.operations=800");
      }
      agents.awaitDone().requireBooked();
      assertThat(agents.operations("request").values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(800);
    }
  }
}

package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.MariadbSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not exist, are another product, or refuse ibench. */
@Timeout(300)
class WrongServerTest {

  private static final String PASSWORD = "s3cr3t-never-shown";

  @TempDir private Path folder;

  private Cli run(String url, String user, String steps, String... settings) {
    List<Object> arguments = new ArrayList<>(List.of("run", Cli.LINKBENCH, "-d", Cli.MARIADB));
    List<String> all = new ArrayList<>(List.of("url=" + url, "user=" + user, "steps=" + steps));
    all.add("linkbench.maxid1=51");
    all.add("request.until=50ms");
    all.add("request.repeat=1");
    all.addAll(List.of(settings));
    all.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    arguments.addAll(List.of("-o", folder.resolve("out")));
    return ibench(Map.of("IBENCH_PASSWORD", PASSWORD), arguments.toArray());
  }

  /** One line, and no file created. */
  private String failed(Cli run) {
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("ibench: ").hasLineCount(1).doesNotContain(PASSWORD);
    assertThat(folder).isEmptyDirectory();
    return run.err().strip();
  }

  /** A program that listens where the server should be. */
  private enum Listener {
    SILENT(""),
    SSH("SSH-2.0-OpenSSH_9.2\r\n"),
    HTTP("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    CLOSING(""),
    GARBAGE(""),
    ENDLESS_PACKET("\u00ff\u00ff\u00ff\0");

    private final byte[] greeting;

    Listener(String greeting) {
      this.greeting = greeting.getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] greeting() {
      byte[] garbage = new byte[4096];
      new Random(20260401).nextBytes(garbage);
      return this == GARBAGE ? garbage : greeting;
    }

    boolean closes() {
      return this == CLOSING || this == HTTP || this == GARBAGE;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoServerIsToldWithinTheTimeout(Listener listener) throws Exception {
    List<Socket> clients = new ArrayList<>();
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(() -> serve(server, listener, clients));
    thread.start();
    String place = "127.0.0.1:" + server.getLocalPort();
    try {
      String line =
          failed(run("jdbc:mariadb://" + place + "/d?connectTimeout=500", "me", "drop,create"));

      assertThat(line)
          .matches("ibench: (connection_lost|timeout): cannot open mariadb: .*")
          .contains(place)
          .contains("; is its server running at " + place + "?; look at url in -s")
          .doesNotContainPattern("\\p{Cntrl}");
    } finally {
      server.close();
      thread.join();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private static void serve(ServerSocket server, Listener listener, List<Socket> clients) {
    try {
      while (true) {
        Socket client = server.accept();
        clients.add(client);
        greet(client, listener);
      }
    } catch (IOException e) {
      // The test has closed the server.
      return;
    }
  }

  private static void greet(Socket client, Listener listener) throws IOException {
    try {
      OutputStream out = client.getOutputStream();
      out.write(listener.greeting());
      out.flush();
    } finally {
      if (listener.closes()) {
        client.close();
      }
    }
  }

  @Test
  void aPortWhereNobodyListensIsRefused() {
    assertThat(failed(run("jdbc:mariadb://127.0.0.1:1/d", "me", "drop,create")))
        .startsWith("ibench: connection_lost: cannot open mariadb: ")
        .contains("Connection refused");
  }

  /** The file has only the names of the variables: whoever forgot one finds it here. */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb", "mysql", "postgres", "mongodb"})
  void aRefusedConnectionNamesHostPortAndTheVariables(String database) {
    Map<String, String> set = Map.of("IBENCH_PORT", "1");

    Cli run = ibench(set, "run", Cli.LINKBENCH, "-d", database, "-o", folder.resolve("out"));

    assertThat(failed(run))
        .contains("Connection refused", "; is its server running at 127.0.0.1:1?; look at url (")
        .contains("(IBENCH_PORT; IBENCH_HOST, IBENCH_DATABASE")
        .contains(" are not set) in ")
        .doesNotContain("PASSWORD")
        .endsWith(database + ".properties");
  }

  @Test
  void aNameThatNobodyHasIsRefused() {
    assertThat(failed(run("jdbc:mariadb://nobody.invalid/d", "me", "drop,create")))
        .startsWith("ibench: connection_lost: cannot open mariadb: ")
        .contains("nobody.invalid");
  }

  @Test
  void aPortThatIsNoneIsAMistake() {
    Cli run = run("jdbc:mariadb://127.0.0.1:99999/d", "me", "drop,create");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).endsWith("names port 99999; allowed: 1 .. 65535\n");
    assertThat(folder).isEmptyDirectory();
  }

  /** On an existing server, with loaded tables that must survive every mistake. */
  @Nested
  @NeedsServer
  class OnAServer {

    private final PrivateMariadb server = Servers.requireMariadb();
    private final MariadbSchema schema = new MariadbSchema(server);
    private int users;

    @BeforeEach
    void load() {
      String all = user("ALL");
      Cli load = run(schema.url(), all, "create,load,index");
      assertThat(load.code()).as(load.out() + load.err()).isZero();
      removeResults();
    }

    @AfterEach
    void drop() {
      for (int i = 1; i <= users; i++) {
        schema.execute("DROP USER " + name(i));
      }
      schema.close();
    }

    private void removeResults() {
      try {
        Path out = folder.resolve("out");
        try (var files = Files.walk(out)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String name(int number) {
      return schema.name().substring(0, 20) + "_" + number;
    }

    /** A user with these rights in the schema. */
    private String user(String rights) {
      String name = name(++users);
      schema.execute("CREATE USER " + name + " IDENTIFIED BY '" + PASSWORD + "'");
      schema.execute("GRANT " + rights + " ON " + schema.name() + ".* TO " + name);
      return name;
    }

    private List<String> tables() {
      List<String> tables = new ArrayList<>();
      try (Connection connection = schema.connect();
          var statement = connection.createStatement();
          var results = statement.executeQuery("SHOW TABLES")) {
        while (results.next()) {
          tables.add(results.getString(1));
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return tables;
    }

    private void assertUntouched() {
      assertThat(tables())
          .containsExactlyInAnyOrder(
              "linktable", "counttable", "nodetable", "ibench_tables", "ibench_lease");
      Cli verify =
          ibench(
              Map.of("IBENCH_PASSWORD", PASSWORD),
              "verify",
              Cli.LINKBENCH,
              "-d",
              Cli.MARIADB,
              "-s",
              "url=" + schema.url(),
              "-s",
              "user=" + name(1),
              "-s",
              "linkbench.maxid1=51");
      assertThat(verify.code()).as(verify.out() + verify.err()).isZero();
    }

    @Test
    void aWrongPasswordIsDenied() {
      schema.execute("ALTER USER " + name(1) + " IDENTIFIED BY 'another'");

      assertThat(failed(run(schema.url(), name(1), "drop,create")))
          .startsWith("ibench: denied: cannot open mariadb: ")
          .contains("Access denied for user", "; look at ", "password (IBENCH_PASSWORD)", " in ")
          .doesNotContain("anonymous");
    }

    /** An anonymous user of localhost comes before a user of any host. */
    @Test
    void whoeverComesFromLocalhostIsToldOfAnonymousUsers() {
      schema.execute("ALTER USER " + name(1) + " IDENTIFIED BY 'another'");

      assertThat(failed(run(schema.url(), name(1), "drop,create", "socket=" + server.socket())))
          .contains("'@'localhost'", "; look at ")
          .containsSubsequence(
              "password (IBENCH_PASSWORD)", "; if they are right, an anonymous user");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamed() {
      String url = schema.url().replace(schema.name(), "nothing_here");

      assertThat(failed(run(url, name(1), "drop,create"))).contains("nothing_here");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "SELECT, INSERT, UPDATE, DELETE, DROP, INDEX",
          "SELECT, INSERT, UPDATE, DELETE, CREATE, INDEX",
          "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP",
          "SELECT, UPDATE, DELETE, CREATE, DROP, INDEX",
          "SELECT"
        })
    void aMissingPrivilegeIsFoundBeforeTheTablesAreDropped(String rights) {
      Cli run = run(schema.url(), user(rights), "drop,create,load,index");

      assertThat(run.code()).as(run.err()).isEqualTo(2);
      assertThat(run.err())
          .hasLineCount(1)
          .startsWith("ibench: denied: cannot ")
          .contains("so nothing was dropped: ", "command denied");
      assertUntouched();
    }

    @Test
    void anUnknownEngineIsFoundBeforeTheTablesAreDropped() {
      Cli cli = run(schema.url(), name(1), "drop,create,load", "engine=Nonsense");
      assertThat(cli.code()).isEqualTo(2);
      assertThat(cli.err())
          .startsWith("ibench: cannot open mariadb: the server has no engine = Nonsense; it has ")
          .contains("InnoDB", "; look at ", "engine in -s")
          .hasLineCount(1);
      assertUntouched();
    }

    @Test
    void anUnknownTableOptionIsFoundBeforeTheTablesAreDropped() {
      String setting = "table_options=NONSENSE=4";
      assertThat(failed(run(schema.url(), name(1), "drop,create,load", setting)))
          .startsWith("ibench: fatal: cannot create linktable, tried under another name, so")
          .contains("Unknown ");
      assertUntouched();
    }

    @Test
    void aReadOnlySessionIsFoundBeforeTheTablesAreDropped() {
      String url = schema.url() + "&sessionVariables=" + schema.readOnlyVariable() + "=1";

      Cli run = run(url, name(1), "drop,create,load");

      assertThat(run.code()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).hasLineCount(1).startsWith("ibench: read_only: cannot ");
      assertUntouched();
    }

    @Test
    void tablesWithOtherColumnsAreRefusedBeforeAnythingIsWritten() {
      schema.execute("ALTER TABLE counttable DROP COLUMN version");
      schema.execute("ALTER TABLE nodetable MODIFY data MEDIUMTEXT CHARACTER SET latin1");
      schema.execute("DROP INDEX id1_type ON linktable");

      Cli run = run(schema.url(), name(1), "request");

      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err().lines())
          .containsExactly(
              "ibench: request: linktable is not as ibench makes it: it has no index id1_type",
              "ibench: request: counttable is not as ibench makes it: it has no column version",
              "ibench: request: nodetable is not as ibench makes it: its column data is"
                  + " mediumtext, not binary with up to 1048576 bytes",
              "ibench: --as-is lets it work on the data as it is, and the result says so");
      assertThat(folder).isEmptyDirectory();
    }

    @Test
    void tablesOfSomebodyElseAreNotDropped() {
      schema.execute("DELETE FROM ibench_tables");

      Cli run = run(schema.url(), name(1), "drop,create");

      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).hasLineCount(1).contains("which ibench did not make");
      assertThat(tables()).hasSize(5);
    }

    @Test
    void withoutTheRightToSeeSizesARunGoesOnWithoutThem() {
      Cli run = run(schema.url(), user("ALL"), "request");

      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.out()).contains("size");
    }
  }
}

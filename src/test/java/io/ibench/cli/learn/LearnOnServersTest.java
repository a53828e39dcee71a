package io.ibench.cli.learn;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that servers of this test write become scripts that do the same on these servers. */
@NeedsServer
@Tag("any-server")
class LearnOnServersTest {

  private static final double HALF_A_POINT = 0.005;
  private static final int OPERATIONS = 12_000;

  @TempDir private Path folder;

  private Path database;

  /** The server's user writes its log into it. */
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  /** A server that logs all statements while it is told to. */
  private interface Logging {
    /** Gathers statistics, as a server in use has them. */
    void analyze() throws SQLException;

    void log(boolean on) throws SQLException, IOException;

    /** The log since it was switched on. */
    Path file() throws IOException;
  }

  private Path settings(String product, String url, String user) throws IOException {
    return Files.write(
        folder.resolve(product + ".properties"),
        List.of("database=" + product, "url=" + url, "user=" + user, "password=${PASSWORD}"));
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Connection open = connection;
        Statement statement = open.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private Cli run(String password, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("run", "--lenient", "--no-page", "-d", database));
    all.addAll(List.of(arguments));
    Cli cli = ibench(Map.of("PASSWORD", password), all.toArray());
    assertThat(cli.code()).as(cli.err() + cli.out()).isZero();
    return cli;
  }

  private Cli learn(String password, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("learn"));
    all.addAll(List.of(arguments));
    Cli cli = ibench(Map.of("PASSWORD", password), all.toArray());
    assertThat(cli.code()).as(cli.err() + cli.out()).isZero();
    return cli;
  }

  private JsonNode read(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  /** The share of each transaction of a run, by the counts of ibench. */
  private Map<String, Double> truth(String run) throws IOException {
    JsonNode operations = read(run + "/summary.json").at("/steps/0/operations");
    double all = 0;
    for (JsonNode each : operations) {
      all += each.path("count").asDouble();
    }
    Map<String, Double> shares = new HashMap<>();
    for (JsonNode each : operations) {
      shares.put(each.path("name").asText(), each.path("count").asDouble() / all);
    }
    return shares;
  }

  private Map<String, Double> learned(String report) throws IOException {
    Map<String, Double> shares = new HashMap<>();
    for (JsonNode each : read(report).path("transactions")) {
      shares.put(each.path("name").asText(), each.path("share").asDouble());
    }
    return shares;
  }

  /** Learns a shop from its log, on its data and on made data, and learns the script's own log. */
  private void aShopIsLearned(String password, Logging server) throws Exception {
    run(password, "shop", "-s", "steps=drop,create,load,index", "-o", folder.resolve("load"));
    server.log(true);
    run(
        password,
        "shop",
        "-s",
        "steps=request",
        "-s",
        "request.operations=" + OPERATIONS,
        "-o",
        folder.resolve("request"));
    server.log(false);
    Path log = server.file();
    // The tables as they were when the log began.
    run(password, "shop", "-s", "steps=drop,create,load,index", "-o", folder.resolve("reload"));
    server.analyze();
    learn(password, log, "-d", database, "-o", folder.resolve("mine.sql"));

    Map<String, Double> truth = truth("request");
    Map<String, Double> learned = learned("mine.report.json");
    double both = learned.get("insert_shop_sale") + learned.get("select_shop_item");
    assertThat(both).as("the rest are ibench's own statements").isGreaterThan(0.98);
    assertThat(learned.get("insert_shop_sale") / both)
        .isEqualTo(truth.get("buy"), within(HALF_A_POINT));
    JsonNode buy = read("mine.report.json").at("/transactions/1");
    JsonNode tallies = read("request/summary.json").at("/steps/0/tallies");
    double looks = truth.get("look") * OPERATIONS;
    double statements =
        tallies.path("reads").asDouble() + tallies.path("writes").asDouble() - looks;
    assertThat(buy.path("statements").asDouble())
        .as("some items are sold out")
        .isEqualTo(statements / (truth.get("buy") * OPERATIONS), within(0.03));
    JsonNode item = buy.at("/values/0");
    assertThat(item.path("exponent").asDouble()).as(item.toString()).isEqualTo(1.1, within(0.05));

    String script = Files.readString(folder.resolve("mine.sql"));
    assertThat(script)
        .contains("--@ load shop_item rows=100000*:scale")
        .contains("sequence('shop_sale_id')")
        .contains("UPDATE shop_item SET stock = stock - :");
    assertThat(
            ibench("check", folder.resolve("mine.properties"), "-d", "conf/noop.properties").err())
        .doesNotContain("mine.sql");

    // On the data that the log was written on.
    server.log(true);
    run(
        password,
        folder.resolve("mine.properties"),
        "-s",
        "steps=request",
        "-s",
        "request.operations=" + OPERATIONS,
        "-o",
        folder.resolve("again"),
        "--as-is");
    server.log(false);
    Cli compared =
        learn(password, "--compare", folder.resolve("mine.sql"), folder.resolve("again"));
    assertThat(compared.out()).as(compared.out()).doesNotStartWith("poor");
    learn(password, server.file(), "-o", folder.resolve("twice.sql"));
    assertThat(learned("twice.report.json").keySet()).isEqualTo(learned.keySet());
    JsonNode sameItem = read("twice.report.json").at("/transactions/1/values/0");
    assertThat(sameItem.path("exponent").asDouble())
        .isEqualTo(item.path("exponent").asDouble(), within(0.05));

    Cli logs = learn(password, "--compare", folder.resolve("mine.sql"), server.file());
    assertThat(logs.out()).as(logs.out()).doesNotStartWith("poor");

    // On data of its own.
    run(
        password,
        folder.resolve("mine.properties"),
        "-s",
        "request.operations=" + OPERATIONS,
        "-o",
        folder.resolve("made"),
        "--drop-foreign");
    Cli made = learn(password, "--compare", folder.resolve("mine.sql"), folder.resolve("made"));
    assertThat(made.out()).as(made.out()).doesNotStartWith("poor");
  }

  @Test
  void mariadb() throws Exception {
    Servers.requireMariadb();
    try (PrivateMariadb server = PrivateMariadb.start()) {
      database = settings("mariadb", server.jdbcUrl(), server.user());
      aShopIsLearned(
          server.password(),
          new Logging() {
            private int count;

            @Override
            public void analyze() throws SQLException {
              execute(server.connect(), "ANALYZE TABLE shop_item, shop_sale");
            }

            @Override
            public void log(boolean on) throws SQLException {
              if (on) {
                count++;
                execute(
                    server.connect(),
                    "SET GLOBAL slow_query_log_file='" + file() + "'",
                    "SET GLOBAL log_slow_verbosity='query_plan,innodb'",
                    "SET GLOBAL long_query_time=0",
                    "SET GLOBAL slow_query_log=1");
              } else {
                execute(server.connect(), "SET GLOBAL slow_query_log=0");
              }
            }

            @Override
            public Path file() {
              return folder.resolve("slow" + count + ".log");
            }
          });
    }
  }

  @Test
  void postgres() throws Exception {
    Servers.requirePostgres();
    Path logs = folder.resolve("logs");
    Files.createDirectory(logs);
    Files.setPosixFilePermissions(logs, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (PrivatePostgres server =
        PrivatePostgres.startWith(
            "logging_collector=on",
            "log_destination=csvlog",
            "log_directory=" + logs,
            "log_filename=pg",
            "log_file_mode=0644",
            "log_rotation_size=0")) {
      database = settings("postgres", server.jdbcUrl(), server.user());
      aShopIsLearned(
          server.password(),
          new Logging() {
            private long begin;
            private int count;

            @Override
            public void analyze() throws SQLException {
              execute(server.connect(), "ANALYZE");
            }

            @Override
            public void log(boolean on) throws SQLException, IOException {
              if (on) {
                begin = Files.size(csv());
              }
              execute(
                  server.connect(),
                  "ALTER SYSTEM SET log_min_duration_statement = " + (on ? 0 : -1),
                  "SELECT pg_reload_conf()");
            }

            private Path csv() throws IOException {
              try (Stream<Path> all = Files.list(logs)) {
                return all.filter(each -> each.toString().endsWith(".csv"))
                    .findFirst()
                    .orElseThrow();
              }
            }

            @Override
            public Path file() throws IOException {
              byte[] all = Files.readAllBytes(csv());
              Path part = folder.resolve("part" + count++ + ".csv");
              byte[] since = new byte[(int) (all.length - begin)];
              System.arraycopy(all, (int) begin, since, 0, since.length);
              return Files.write(part, since);
            }
          });
    }
  }
}

package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.WaitStates;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
@NeedsServer
class MysqlWaitsTest {

  private static final String METADATA_LOCK = "Waiting for table metadata lock";
  private static final String PASSWORD = "Qv7-tell,nobody";
  private static final String LONG_WORK = "SELECT BENCHMARK(20000000, SHA2(RAND(), 256))";

  private MariadbSchema schema;

  @BeforeEach
  void begin() {
    schema = new MariadbSchema(Servers.requireMariadb());
    schema.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT) ENGINE = InnoDB");
    schema.execute("INSERT INTO t VALUES (1, 0)");
  }

  @AfterEach
  void end() {
    if (schema != null) {
      schema.close();
    }
  }

  private static void execute(Connection connection, String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static long id(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT CONNECTION_ID()")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Looks as often as it may until a state is seen, while a session does something. */
  private static List<String> until(
      WaitStates states, String wanted, CompletableFuture<Void> session) throws Exception {
    List<String> seen = states.now();
    while (!seen.contains(wanted)) {
      assertThat(session).isNotDone();
      LockSupport.parkNanos(states.leastNanos());
      seen = states.now();
    }
    return seen;
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void aSessionThatWaitsForARowSaysSo(Product product) throws Exception {
    try (MariadbSchema own = new MariadbSchema(Servers.requireMariadb(), product);
        Database database = own.open(own.url());
        WaitStates states = database.waitStates().orElseThrow();
        Connection other = own.connect()) {
      own.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT) ENGINE = InnoDB");
      own.execute("INSERT INTO t VALUES (1, 0)");
      CompletableFuture<Void> waits;
      try (Connection holder = own.connect()) {
        holder.setAutoCommit(false);
        execute(holder, "UPDATE t SET n = n + 1");
        waits = CompletableFuture.runAsync(() -> execute(other, "UPDATE t SET n = n + 2"));

        assertThat(until(states, MysqlWaits.ROW_LOCK, waits)).containsExactly(MysqlWaits.ROW_LOCK);

        holder.commit();
      }
      waits.get();
      LockSupport.parkNanos(states.leastNanos());
      assertThat(states.now()).doesNotContain(MysqlWaits.ROW_LOCK);
    }
  }

  @Test
  void aSessionThatWaitsForATableSaysSo() throws Exception {
    try (Database database = schema.open(schema.url());
        WaitStates states = database.waitStates().orElseThrow();
        Connection other = schema.connect();
        Connection holder = schema.connect()) {
      holder.setAutoCommit(false);
      execute(holder, "SELECT * FROM t");
      CompletableFuture<Void> waits =
          CompletableFuture.runAsync(() -> execute(other, "ALTER TABLE t ADD COLUMN m INT"));

      assertThat(until(states, METADATA_LOCK, waits)).containsExactly(METADATA_LOCK);

      holder.commit();
      waits.get();
    }
  }

  @Test
  void aSessionThatComputesIsOnACpuAndOneThatDoesNothingIsNotSeen() throws Exception {
    try (Database database = schema.open(schema.url());
        WaitStates states = database.waitStates().orElseThrow();
        Connection idle = schema.connect();
        Connection other = schema.connect()) {
      assertThat(idle.isValid(10)).isTrue();
      long id = id(other);
      CompletableFuture<Void> works = CompletableFuture.runAsync(() -> execute(other, LONG_WORK));

      assertThat(until(states, WaitStates.CPU, works)).containsExactly(WaitStates.CPU);

      schema.execute("KILL QUERY " + id);
      works.exceptionally(failure -> null).get();
    }
  }

  @Test
  void withoutTheRightToSeeTransactionsItSeesTheRest() throws Exception {
    String user = "'waits'@'127.0.0.1'";
    schema.createUser(user, PASSWORD);
    schema.execute("GRANT ALL ON " + schema.name() + ".* TO " + user);
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
    settings.put("user", "waits");
    settings.put("password", PASSWORD);
    try (Database limited = Adapters.open("mariadb", settings);
        WaitStates states = limited.waitStates().orElseThrow();
        Connection killer = DriverManager.getConnection(schema.url(), "waits", PASSWORD);
        Connection own = DriverManager.getConnection(schema.url(), "waits", PASSWORD)) {
      long id = id(own);
      CompletableFuture<Void> works = CompletableFuture.runAsync(() -> execute(own, LONG_WORK));

      assertThat(until(states, WaitStates.CPU, works)).containsExactly(WaitStates.CPU);

      execute(killer, "KILL QUERY " + id);
      works.exceptionally(failure -> null).get();
    } finally {
      schema.execute("DROP USER " + user);
    }
  }

  @Test
  void whereTheServerCollectsWaitsTheyAreSeen() throws Exception {
    try (var server =
            Servers.requireOwnMariadb(
                "--performance-schema=ON",
                "--performance-schema-consumer-events-waits-current=ON",
                "--performance-schema-instrument=wait/%=ON");
        MariadbSchema own = new MariadbSchema(server);
        Database database = own.open(own.url());
        WaitStates states = database.waitStates().orElseThrow();
        Connection other = own.connect();
        Connection holder = own.connect()) {
      execute(holder, "SELECT GET_LOCK('ibench', 10)");
      CompletableFuture<Void> waits =
          CompletableFuture.runAsync(() -> execute(other, "SELECT GET_LOCK('ibench', 100)"));
      List<String> seen = states.now();
      while (seen.isEmpty() || seen.get(0).equals(WaitStates.CPU)) {
        assertThat(waits).isNotDone();
        seen = states.now();
      }
      assertThat(seen).hasSize(1);
      assertThat(seen.get(0)).startsWith("wait/");
      execute(holder, "SELECT RELEASE_LOCK('ibench')");
      waits.get();
    }
  }

  @ParameterizedTest
  @CsvSource({
    ", CPU",
    "'', CPU",
    "Sending data, CPU",
    "executing, CPU",
    "starting, CPU",
    "Statistics, CPU",
    "Updating, CPU",
    "update, CPU",
    "Init, CPU",
    "End of update loop, CPU",
    "Query end, CPU",
    "Commit, Commit",
    "waiting for handler commit, waiting for handler commit",
    "Waiting for table flush, Waiting for table flush",
    "Waiting for row lock, Waiting for row lock",
    "System lock, CPU",
    "User lock, User lock",
    "User sleep, User sleep",
    "Updating status, Updating status",
    "Writing to net, CPU",
    "Sending to client, CPU"
  })
  void aStageIsWorkOrAWait(String stage, String state) {
    assertThat(MysqlWaits.state(stage, false, null)).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "wait/io/file/innodb/innodb_log_file, wait/io/file/innodb/innodb_log_file",
    "wait/synch/mutex/innodb/lock_mutex, wait/synch/mutex/innodb/lock_mutex",
    "wait/io/table/sql/handler, CPU",
    "wait/io/socket/sql/client_connection, CPU",
    "idle, CPU"
  })
  void anEventIsAWaitUnlessItContainsWork(String event, String state) {
    assertThat(MysqlWaits.state("Sending data", false, event)).isEqualTo(state);
  }
}

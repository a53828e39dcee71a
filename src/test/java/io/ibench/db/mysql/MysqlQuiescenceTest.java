package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Product;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.Tls;
import io.ibench.db.mysql.TemporaryServerVariables.Wanted;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server is told to do, and that its settings are restored. */
@Timeout(300)
@NeedsServer
@Isolated
class MysqlQuiescenceTest {

  private static final String LIMIT = "innodb_max_dirty_pages_pct";
  private static final String LOW_WATER = "innodb_max_dirty_pages_pct_lwm";
  private static final String DEPTH = "innodb_lru_scan_depth";
  private static final List<Table> TABLES = List.of(Accounts.TABLE);

  private final PrivateMariadb server = Servers.requireMariadb();
  private MariadbSchema schema;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    schema = new MariadbSchema(server);
    database = schema.open(schema.url());
    Accounts.create(database);
    schema.execute("SET GLOBAL " + LIMIT + " = 60.25");
    schema.execute("SET GLOBAL " + LOW_WATER + " = 50.5");
  }

  @AfterEach
  void close() throws DatabaseException {
    database.close();
    schema.execute("SET GLOBAL " + LOW_WATER + " = DEFAULT");
    schema.execute("SET GLOBAL " + LIMIT + " = DEFAULT");
    schema.close();
  }

  private String value(String variable) throws SQLException {
    try (Connection connection = schema.connect()) {
      return TemporaryServerVariables.values(connection, List.of(variable)).get(variable);
    }
  }

  private void assertLowered() throws SQLException {
    assertThat(value(LIMIT)).isEqualTo("1.000000");
    assertThat(value(LOW_WATER)).isEqualTo("1.000000");
  }

  private void assertUnchanged() throws SQLException {
    assertThat(value(LIMIT)).isEqualTo("60.250000");
    assertThat(value(LOW_WATER)).isEqualTo("50.500000");
  }

  private static void resolveOutcome(Quiescence quiescence) throws DatabaseException {
    while (!quiescence.isSettled()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void writesDirtyPagesAndRestoresTheLimits() throws Exception {
    Quiescence quiescence = database.quiesce(TABLES);
    assertLowered();
    resolveOutcome(quiescence);
    assertLowered();
    assertThat(quiescence.facts())
        .contains(
            LIMIT + " lowered to 1 and NOT restored; say SET GLOBAL " + LIMIT + " = 60.250000");
    quiescence.close();
    assertUnchanged();
    assertThat(quiescence.facts())
        .hasSize(3)
        .contains(
            LIMIT + " lowered to 1 and restored to 60.250000",
            LOW_WATER + " lowered to 1 and restored to 50.500000")
        .anySatisfy(fact -> assertThat(fact).startsWith("ANALYZE TABLE accounts: ").contains("OK"));
  }

  /** Through the unix socket the connections of an interrupted thread end. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL"})
  void restoresTheLimitsWhenItIsInterrupted(Product product) throws Exception {
    Map<String, String> settings = new HashMap<>();
    String url = schema.url();
    settings.put(
        "url",
        product == Product.MYSQL
            ? url.replace("jdbc:mariadb:", "jdbc:mysql:").replaceFirst("\\?.*", "")
            : url);
    settings.put("user", "root");
    settings.put("socket", server.socket().toString());
    try (Database bySocket = Adapters.open(product.adapter(), settings)) {
      Quiescence quiescence = bySocket.quiesce(TABLES);
      assertLowered();
      Thread.currentThread().interrupt();
      quiescence.close();
      assertThat(Thread.interrupted()).isTrue();
      assertUnchanged();
    }
  }

  @Test
  void onlyAnalyzesWithoutThePrivilege() throws Exception {
    String user = "'rest'@'127.0.0.1'";
    schema.createUser(user, "rest-test");
    schema.execute("GRANT ALL ON " + schema.name() + ".* TO " + user);
    Map<String, String> settings = new HashMap<>(schema.settings(schema.url()));
    settings.put("user", "rest");
    settings.put("password", "rest-test");
    try (Database limited = Adapters.open("mariadb", settings)) {
      Quiescence quiescence = limited.quiesce(TABLES);
      resolveOutcome(quiescence);
      assertUnchanged();
      quiescence.close();
      assertThat(quiescence.facts()).hasSize(2);
      assertThat(quiescence.facts().get(0)).startsWith("ANALYZE TABLE accounts: ").contains("OK");
      assertThat(quiescence.facts().get(1))
          .startsWith("no privilege to set " + LOW_WATER + " (SUPER, ");
    } finally {
      schema.execute("DROP USER " + user);
    }
  }

  @Test
  void breaksOffAnAnalysisThatWaits() throws Exception {
    try (Connection other = schema.connect();
        var statement = other.createStatement()) {
      statement.execute("LOCK TABLES accounts WRITE");
      Quiescence quiescence = database.quiesce(TABLES);
      assertThat(quiescence.isSettled()).isFalse();
      quiescence.close();
      assertThat(quiescence.facts()).contains("ANALYZE TABLE accounts was broken off");
      assertUnchanged();
    }
  }

  @Test
  void tellsWhyATableWasNotAnalyzed() throws Exception {
    try (Quiescence quiescence = database.quiesce(List.of(Accounts.TABLE.renamed("missing")))) {
      resolveOutcome(quiescence);
      assertThat(quiescence.facts()).anySatisfy(fact -> assertThat(fact).contains("doesn't exist"));
    }
  }

  /** Opens connections, but not those that are to fail as lost. */
  private final class Unreliable implements Connections.Opener {

    private int failing;
    private boolean interrupting;

    @Override
    public Connection open() throws SQLException {
      if (interrupting && failing > 0) {
        Thread.currentThread().interrupt();
      }
      if (Thread.currentThread().isInterrupted() || failing > 0) {
        failing--;
        throw new SQLException("gone", "08S01");
      }
      return schema.connect();
    }
  }

  private TemporaryServerVariables lowered(Unreliable opener) throws DatabaseException {
    ConnectionSettings link =
        new ConnectionSettings(
            new MariadbConnector(),
            DriverUrl.of(schema.url()),
            "u",
            "",
            new Tls(Tls.Mode.DISABLE, "", "", "", ""),
            "");
    TemporaryServerVariables settings =
        new TemporaryServerVariables(opener, new MysqlFailures(link));
    settings.change(
        List.of(
            new Wanted(LOW_WATER, 1),
            new Wanted(DEPTH, 512),
            new Wanted(LIMIT, 1),
            new Wanted("no_such_variable", 1)));
    return settings;
  }

  @Test
  void restoresThroughANewConnectionWhenOneIsLost() throws Exception {
    Unreliable opener = new Unreliable();
    TemporaryServerVariables settings = lowered(opener);
    assertLowered();
    opener.failing = 2;
    settings.restore();
    assertUnchanged();
  }

  @Test
  void restoresThoughInterruptsEndItsConnections() throws Exception {
    Unreliable opener = new Unreliable();
    TemporaryServerVariables settings = lowered(opener);
    opener.interrupting = true;
    opener.failing = 2;
    settings.restore();
    assertThat(Thread.interrupted()).isTrue();
    assertUnchanged();
  }

  @Test
  void restoresEachEvenWhenAnotherFailsAndTriesAgain() throws Exception {
    Unreliable opener = new Unreliable();
    String depth = value(DEPTH);
    TemporaryServerVariables settings = lowered(opener);
    opener.failing = 3;
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(settings::restore)
        .withMessageContaining("SET GLOBAL " + LIMIT + " = 60.250000")
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CONNECTION_LOST));
    assertThat(value(DEPTH)).isEqualTo(depth);
    String told = " lowered to 1 and NOT restored; say SET GLOBAL ";
    assertThat(settings.facts())
        .containsExactly(
            DEPTH + " lowered to 512 and restored to " + depth,
            LOW_WATER + told + LOW_WATER + " = 50.500000",
            LIMIT + told + LIMIT + " = 60.250000");
    settings.restore();
    assertUnchanged();
    assertThat(settings.facts()).hasSize(3).noneMatch(fact -> fact.contains("NOT restored"));
  }

  @Test
  void flushesAndCompactsMyRocks() throws Exception {
    try (MariadbSchema rocks = new MariadbSchema(Servers.requireMyRocks(), Product.MYROCKS);
        Database database = rocks.open(rocks.url())) {
      Accounts.create(database);
      Quiescence quiescence = database.quiesce(TABLES);
      resolveOutcome(quiescence);
      quiescence.close();
      assertThat(quiescence.facts())
          .hasSize(3)
          .contains(
              "rocksdb_force_flush_memtable_now done",
              "rocksdb_force_flush_memtable_and_lzero_now done");
      assertUnchanged();
    }
  }
}

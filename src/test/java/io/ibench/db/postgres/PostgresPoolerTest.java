package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Aftermath;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.PgbouncerDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePgbouncer.Mode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is different through pgbouncer; the rules of the contract run through it as well. */
@Timeout(300)
@NeedsServer
class PostgresPoolerTest {

  private static final Table ROWS =
      new Table(
          "pooled_rows",
          List.of(Column.number("id", ColumnType.LONG), Column.number("v", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  private static final Command.Select VALUE =
      Command.Select.of(ROWS, List.of("v"), List.of(Condition.eq("id")));

  @Test
  void namedStatementsInTransactionModeFailWithTheRemedy() {
    try (PgbouncerDatabase own = new PgbouncerDatabase(Mode.TRANSACTION)) {
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class, () -> useTwice(own.urlWithNamedStatements(), own));
      assertThat(failure)
          .hasMessageContaining("prepared statement \"S_")
          .hasMessageContaining("prepareThreshold=0");
      assertThat(failure.kind()).isEqualTo(FailureKind.FATAL);
    }
  }

  private static void useTwice(String url, PgbouncerDatabase own) throws DatabaseException {
    try (Database database = own.open(url)) {
      database.create(ROWS);
      try (Session one = database.session();
          Session two = database.session()) {
        one.prepare(VALUE).execute();
        two.prepare(VALUE).execute();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theResultSaysThatAPoolerStandsBetween(Mode mode) throws DatabaseException {
    try (PgbouncerDatabase own = new PgbouncerDatabase(mode)) {
      Description through = description(own, own.url());
      assertThat(through.driver()).contains("through a pooler");
      assertThat(through.warnings())
          .hasSize(1)
          .first()
          .asString()
          .startsWith("a pooler stands between client and server")
          .contains("another process answers");
      Description direct = description(own, own.urlOfServer());
      assertThat(direct.driver()).doesNotContain("pooler");
      assertThat(direct.warnings()).isEmpty();
      assertThat(direct.batch()).isEqualTo("multi-row VALUES, prepared on the server");
      assertThat(through.batch())
          .isEqualTo(
              mode == Mode.SESSION
                  ? "multi-row VALUES, prepared on the server"
                  : "multi-row VALUES, parsed at each execution");
    }
  }

  private static Description description(PgbouncerDatabase own, String url)
      throws DatabaseException {
    try (Database database = own.open(url)) {
      return database.description();
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsNoSessionOfThePooler(Mode mode) throws DatabaseException, SQLException {
    try (PgbouncerDatabase own = new PgbouncerDatabase(mode);
        Database database = own.open();
        Session session = database.session();
        Connection watch = connect(own.urlOfServer())) {
      long before = backends(watch);
      session.abort();
      Aftermath aftermath = session.aftermath();
      session.renew();
      for (int look = 0; look < 3; look++) {
        assertThat(aftermath.look()).isEqualTo(Aftermath.State.UNSEEN);
      }
      assertThat(backends(watch)).isGreaterThanOrEqualTo(before);
    }
  }

  private static long backends(Connection watch) throws SQLException {
    return number(
        watch,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid()");
  }

  @Test
  void aSnapshotSeesOneStateAndLeavesTheSessionsOfOthersAsTheyWere()
      throws DatabaseException, SQLException {
    try (PgbouncerDatabase own = new PgbouncerDatabase(Mode.TRANSACTION);
        Database database = own.open();
        Session session = database.session();
        Connection watch = connect(own.urlOfServer());
        Connection other = connect(own.url())) {
      database.create(ROWS);
      execute(watch, "INSERT INTO pooled_rows VALUES (1, 10)");
      Transaction snapshot = session.snapshots();
      Prepared read = snapshot.prepare(VALUE);
      snapshot.begin();
      assertThat(value(read)).isEqualTo(10);
      execute(watch, "UPDATE pooled_rows SET v = 11");
      assertThat(value(read)).isEqualTo(10);
      snapshot.commit();
      session.snapshots().begin();
      assertThat(value(read)).isEqualTo(11);
      session.snapshots().rollback();
      for (int connection = 0; connection < 5; connection++) {
        assertThat(
                number(
                    other,
                    "SELECT count(*) FROM pg_settings WHERE name = 'default_transaction_isolation'"
                        + " AND setting = 'read committed'"))
            .isEqualTo(1);
      }
    }
  }

  @Test
  void optionsAndDatabasesThatPgbouncerRefusesAreNoOutage() {
    try (PgbouncerDatabase own = new PgbouncerDatabase(Mode.TRANSACTION)) {
      DatabaseException option = refusal(own, own.url() + "&currentSchema=mine");
      assertThat(option.kind()).isEqualTo(FailureKind.FATAL);
      assertThat(option).hasMessageContaining("ALTER ROLE");
      DatabaseException database = refusal(own, own.url().replaceFirst("/d[0-9a-f]+", "/nosuch"));
      assertThat(database.kind()).isEqualTo(FailureKind.NOT_FOUND);
    }
  }

  private static DatabaseException refusal(PgbouncerDatabase own, String url) {
    return catchThrowableOfType(DatabaseException.class, () -> own.open(url).close());
  }

  private static long value(Prepared read) throws DatabaseException {
    read.setLong(0, 1);
    assertThat(read.execute()).isEqualTo(1);
    return read.getLong(0, 0);
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, "ibench", "ibench-test");
  }

  private static void execute(Connection connection, String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private static long number(Connection connection, String question) throws SQLException {
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      results.next();
      return results.getLong(1);
    }
  }
}

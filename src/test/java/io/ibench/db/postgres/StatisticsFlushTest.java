package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The server's counters contain a session's work as soon as the session is closed. */
@Timeout(300)
@NeedsServer
@Isolated
class StatisticsFlushTest {

  private static final Table NOTES =
      new Table(
          "notes", List.of(Column.number("id", ColumnType.LONG)), List.of("id"), false, List.of());
  private static final int ROWS = 500;

  private PostgresSchema schema;
  private Database database;

  @BeforeEach
  void create() throws DatabaseException, SQLException {
    schema = new PostgresSchema(Servers.requirePostgres());
    database = schema.open(schema.url());
    int major =
        PostgresVersion.of(database.description().version().replaceFirst("\\D*", "")).major();
    assumeThat(major).isGreaterThanOrEqualTo(15);
    database.create(NOTES);
  }

  @AfterEach
  void drop() throws DatabaseException {
    if (database != null) {
      database.close();
    }
    if (schema != null) {
      schema.close();
    }
  }

  private long commits() throws DatabaseException {
    return database.counters().stream()
        .filter(counter -> counter.name().equals("pg_stat_database.xact_commit"))
        .mapToLong(counter -> counter.value())
        .sum();
  }

  /** A backend drops its temporary tables before it publishes its counts. */
  private void makeBackendsEndSlowly() throws SQLException {
    try (Connection connection = schema.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE FUNCTION burden() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " IF to_regclass('pg_temp.burden1') IS NULL THEN"
              + " FOR i IN 1..300 LOOP EXECUTE 'CREATE TEMP TABLE burden' || i || '()'; END LOOP;"
              + " END IF; RETURN NULL; END $$");
      statement.execute(
          "CREATE TRIGGER burden BEFORE INSERT ON notes"
              + " FOR EACH STATEMENT EXECUTE FUNCTION burden()");
    }
  }

  @Test
  void commitsOfASessionAreCountedWhenItIsClosed() throws Exception {
    makeBackendsEndSlowly();
    long before = commits();
    try (Session session = database.session()) {
      Prepared insert = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 1));
      for (int row = 0; row < ROWS; row++) {
        Accounts.bound(insert, row).execute();
      }
    }
    assertThat(commits() - before).isGreaterThanOrEqualTo(ROWS);
  }
}

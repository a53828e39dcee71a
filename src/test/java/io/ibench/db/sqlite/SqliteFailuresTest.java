package io.ibench.db.sqlite;

import static io.ibench.db.jdbc.Accounts.INSERT;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.JdbcDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFailuresTest {

  private static final Table BLOBS =
      new Table(
          "blobs",
          List.of(Column.number("id", ColumnType.LONG), Column.bytes("body", 1 << 20)),
          List.of("id"),
          false,
          List.of());

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("failures.db");
  }

  private Database open() throws DatabaseException {
    return Adapters.open("sqlite", Map.of("file", file.toString()));
  }

  /** A database whose session has this connection. */
  private static Database on(Connection connection, SqliteFile locked) throws DatabaseException {
    SqliteDialect dialect =
        new SqliteDialect(locked) {
          @Override
          public Connection connect() {
            return connection;
          }
        };
    return new JdbcDatabase("sqlite", dialect, locked);
  }

  /** A connection outside the adapter; it does not wait for locks. */
  private Connection raw(Properties properties) throws SQLException {
    properties.setProperty("busy_timeout", "0");
    return DriverManager.getConnection("jdbc:sqlite:" + file, properties);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static FailureKind kindOf(ThrowingCallable action) {
    SQLException failure = catchThrowableOfType(SQLException.class, action);
    return Optional.ofNullable(failure).map(new SqliteDialect(null)::classify).orElseThrow();
  }

  @Test
  void aLockThatAnotherHoldsIsALockTimeout() throws Exception {
    try (Database database = open();
        Connection holder = raw(new Properties());
        Connection waiter = raw(new Properties())) {
      Accounts.create(database);
      execute(holder, "BEGIN IMMEDIATE");
      assertThat(kindOf(() -> execute(waiter, "BEGIN IMMEDIATE")))
          .isEqualTo(FailureKind.LOCK_TIMEOUT);
    }
  }

  @Test
  void aTransactionHoldsTheWriteLockFromItsBeginning() throws Exception {
    try (Database database = open();
        Session session = database.session();
        Connection other = raw(new Properties())) {
      Accounts.create(database);
      session.transaction().begin();
      assertThat(kindOf(() -> execute(other, "INSERT INTO accounts VALUES (5, 5)")))
          .isEqualTo(FailureKind.LOCK_TIMEOUT);
      session.transaction().rollback();
      execute(other, "INSERT INTO accounts VALUES (5, 5)");
    }
  }

  @Test
  void aConnectionThatOnlyReadsIsReadOnly() throws Exception {
    Properties readOnly = new Properties();
    readOnly.setProperty("open_mode", "1");
    try (Database database = open()) {
      Accounts.create(database);
      try (Connection reader = raw(readOnly)) {
        assertThat(kindOf(() -> execute(reader, "INSERT INTO accounts VALUES (5, 5)")))
            .isEqualTo(FailureKind.READ_ONLY);
      }
    }
  }

  @Test
  void aKeyThatExistsIsADuplicate() throws DatabaseException {
    try (Database database = open()) {
      Accounts.create(database);
      try (Session session = database.session()) {
        failure(FailureKind.DUPLICATE_KEY, bound(session.prepare(INSERT), 1, 5)::execute);
        assertThat(bound(session.prepare(INSERT), 3, 5).execute()).isEqualTo(1);
      }
    }
  }

  @Test
  void aMissingTableIsNotFound() throws DatabaseException {
    try (Database database = open();
        Session session = database.session()) {
      failure(FailureKind.NOT_FOUND, () -> session.prepare(INSERT));
    }
  }

  @Test
  void aFileThatIsNoDatabaseCannotBeOpened() throws IOException {
    Files.writeString(file, "this is no database, and long enough to tell".repeat(100));
    failure(FailureKind.FATAL, () -> open().close());
  }

  @Test
  void aFileThatIsFullIsADiskThatIsFull() throws Exception {
    try (Database database = open()) {
      database.create(BLOBS);
      SqliteFile locked = new SqliteFile(file, SqliteAdapter.Sync.FULL, 1 << 20);
      Connection connection = raw(new Properties());
      execute(connection, "PRAGMA max_page_count = 20");
      try (Database own = on(connection, locked);
          Session session = own.session()) {
        Prepared insert = session.prepare(new Command.Insert(BLOBS, BLOBS.columnNames(), 1));
        insert.setLong(0, 1);
        insert.setBytes(1, new byte[1 << 20], 1 << 20);
        failure(FailureKind.DISK_FULL, insert::execute);
        assertThat(locked.writeLock().isLocked()).isFalse();
        Prepared again = session.prepare(new Command.Insert(BLOBS, BLOBS.columnNames(), 1));
        again.setLong(0, 1);
        again.setBytes(1, new byte[10], 10);
        assertThat(again.execute()).isEqualTo(1);
      }
    }
  }

  @Test
  void aTransactionThatSqliteEndedItselfCanBeRolledBack() throws Exception {
    try (Database database = open()) {
      Accounts.create(database);
      SqliteFile locked = new SqliteFile(file, SqliteAdapter.Sync.FULL, 1 << 20);
      Connection connection = raw(new Properties());
      try (Database own = on(connection, locked);
          Session session = own.session()) {
        Prepared insert = bound(session.transaction().prepare(INSERT), 7, 7);
        session.transaction().begin();
        insert.execute();
        execute(connection, "ROLLBACK");
        session.transaction().rollback();
        assertThat(locked.writeLock().isLocked()).isFalse();
        session.transaction().begin();
        insert.execute();
        session.transaction().commit();
      }
      assertThat(amount(database, 7)).isEqualTo(7);
    }
  }

  @Test
  void aSessionThatFailedLetsOthersWrite() throws DatabaseException {
    try (Database database = open()) {
      Accounts.create(database);
      try (Session failing = database.session();
          Session other = database.session()) {
        failing.transaction().begin();
        failing.transaction().rollback();
        failure(FailureKind.DUPLICATE_KEY, bound(failing.prepare(INSERT), 1, 5)::execute);
        assertThat(bound(other.prepare(INSERT), 3, 5).execute()).isEqualTo(1);
      }
    }
  }
}

package io.ibench.db.sqlite;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Explanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open SQLite file, with the lock for its writers. The first session or table creates a missing
 * file; other calls do not. Thread-safe.
 */
final class SqliteDatabase implements Database {

  private final SqliteTarget target;
  private final SqliteSql sql = new SqliteSql();
  private final SqliteFailures failures = new SqliteFailures();
  private final ReentrantLock writeLock = new ReentrantLock();
  private final Description description;

  /** To the file, or to an empty database in memory until the file exists. */
  private Connection connection;

  private boolean held;

  SqliteDatabase(SqliteTarget target) throws DatabaseException {
    this.target = target;
    if (!Files.exists(target.file()) && !Files.isWritable(target.file().getParent())) {
      throw new DatabaseException(
          FailureKind.DENIED, "no permission to create " + target.file() + " in its folder");
    }
    try {
      held = Files.exists(target.file());
      connection = target.look();
      description = describe();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private Description describe() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String durability =
        target.sync() == SqliteAdapter.Sync.FULL
            ? "WAL, sync=full: every commit"
            : "WAL, sync=normal: not the last commits";
    return new Description(
        "sqlite",
        metaData.getDatabaseProductName(),
        metaData.getDatabaseProductVersion(),
        "B-tree",
        metaData.getDriverName() + " " + metaData.getDriverVersion(),
        "multi-row VALUES, prepared",
        durability,
        "serializable (one writer)",
        settings(),
        List.of());
  }

  private Map<String, String> settings() throws SQLException {
    try (var own = target.lookAsSession()) {
      Map<String, String> settings = SqliteDiagnostics.settings(own, !Files.exists(target.file()));
      // The first session switches to this mode.
      settings.put("journal_mode", "wal");
      return settings;
    }
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public Session session() throws DatabaseException {
    try {
      Connection own = target.connect();
      hold();
      return new SqliteSession(own, writeLock, sql, failures);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    String question = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
    try (var own = target.look()) {
      return !Connections.column(own, question, table).isEmpty();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    try (var own = target.look()) {
      return SqliteTables.differences(own, table);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void create(Table table) throws DatabaseException {
    table.requireOnePiece("sqlite");
    execute(sql.createTable(table));
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    execute(sql.createIndex(table, index));
  }

  @Override
  public void drop(String table) throws DatabaseException {
    execute(sql.dropTable(table));
  }

  /** Keeps a connection: without one, SQLite makes a checkpoint when the last session closes. */
  private synchronized void hold() throws SQLException {
    if (!held) {
      connection.close();
      connection = target.connect();
      held = true;
    }
  }

  private void execute(String text) throws DatabaseException {
    writeLock.lock();
    try (var own = target.connect();
        var statement = own.createStatement()) {
      statement.execute(text);
      hold();
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      writeLock.unlock();
    }
  }

  /** The file and its write-ahead log, with the tables of all workloads in it. */
  @Override
  public Size size(List<Table> tables) {
    try {
      long bytes = Files.size(target.file());
      Path wal = Path.of(target.file() + "-wal");
      return Size.of(bytes + (Files.exists(wal) ? Files.size(wal) : 0), "file + wal");
    } catch (IOException e) {
      return Size.unknown("the database file cannot be read: " + e.getMessage());
    }
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    try (var own = target.look()) {
      return SqliteCounters.of(own, target.file());
    } catch (SQLException e) {
      throw failures.of(e);
    } catch (IOException e) {
      throw new DatabaseException(
          FailureKind.FATAL, "the write-ahead log cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    if (!Files.exists(target.file())) {
      return List.of(new DiagnosticText("files.txt", SqliteDiagnostics.files(target.file())));
    }
    try (var own = target.lookAsSession()) {
      return SqliteDiagnostics.of(own, target.file(), failures, tables);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public Quiescence quiesce(List<Table> tables) {
    return new SqliteQuiescence(target, failures, writeLock, tables);
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    try (var own = target.look()) {
      return new Explanation(sql, command, values).tree(own, "EXPLAIN QUERY PLAN ");
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of(target.file().getParent()));
  }

  @Override
  public synchronized void close() throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }
}

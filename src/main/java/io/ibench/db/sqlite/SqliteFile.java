package io.ibench.db.sqlite;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Administration;
import io.ibench.db.jdbc.Failures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of an open database, with the lock for its writers. The first session or table creates a
 * missing file; questions do not. Thread-safe.
 */
final class SqliteFile implements Administration {

  private static final String BUSY_TIMEOUT_MILLIS = "10000";

  private final Path path;
  private final SqliteAdapter.Sync sync;
  private final long cacheBytes;
  private final ReentrantLock writeLock = new ReentrantLock();

  /** Without an open connection, SQLite makes a checkpoint when the last session closes. */
  private @Nullable Connection held;

  private @Nullable FileChannel logIndex;
  private @Nullable Object logIndexKey;

  SqliteFile(Path path, SqliteAdapter.Sync sync, long cacheBytes) throws DatabaseException {
    this.path = path;
    this.sync = sync;
    this.cacheBytes = cacheBytes;
    try {
      held = Files.exists(path) ? look() : null;
    } catch (SQLException e) {
      throw failures().of(e);
    }
  }

  Path path() {
    return path;
  }

  /** Held by this process's writer. */
  ReentrantLock writeLock() {
    return writeLock;
  }

  String durability() {
    return sync == SqliteAdapter.Sync.FULL
        ? "WAL, sync=full: every commit"
        : "WAL, sync=normal: not the last commits";
  }

  /** The settings of a session. */
  Map<String, String> settings() throws SQLException {
    try (var own = lookAsSession()) {
      Map<String, String> settings = SqliteDiagnostics.settings(own, !Files.exists(path));
      // The first session switches to this mode.
      settings.put("journal_mode", "wal");
      return settings;
    }
  }

  /** Opens a connection and switches the file to write-ahead mode; creates a missing file. */
  Connection connect() throws SQLException {
    Connection opened = open();
    try {
      hold();
      return opened;
    } catch (SQLException e) {
      opened.close();
      throw e;
    }
  }

  private synchronized void hold() throws SQLException {
    if (held == null) {
      held = open();
    }
  }

  private Connection open() throws SQLException {
    return connect("jdbc:sqlite:" + path, "PRAGMA journal_mode = WAL", synchronous(), cacheSize());
  }

  /** Like {@link #look}, with a session's settings. */
  Connection lookAsSession() throws SQLException {
    Connection connection = look();
    try (var statement = connection.createStatement()) {
      statement.execute(synchronous());
      statement.execute(cacheSize());
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  private String synchronous() {
    return "PRAGMA synchronous = " + sync;
  }

  private String cacheSize() {
    return "PRAGMA cache_size = -" + cacheBytes / 1024;
  }

  /** Opens a connection without changing the file; without a file, to an empty database. */
  Connection look() throws SQLException {
    return Files.exists(path)
        ? connect("jdbc:sqlite:" + path, "SELECT COUNT(*) FROM sqlite_master")
        : connect("jdbc:sqlite::memory:");
  }

  private static Connection connect(String url, String... setup) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MILLIS);
      for (String text : setup) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /**
   * The first bytes of the index of the write-ahead log; zeroes without a file: the log is still
   * unused. The file stays open until the database is closed: when a process closes any descriptor
   * of a file, it loses all its POSIX locks on it, also those of SQLite. Then another process takes
   * itself for the only one and truncates the index, which this one has mapped.
   */
  synchronized ByteBuffer logIndex(int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.nativeOrder());
    Path index = Path.of(path + "-shm");
    if (Files.exists(index)) {
      Object key = Files.readAttributes(index, BasicFileAttributes.class).fileKey();
      if (logIndex == null || !Objects.equals(key, logIndexKey)) {
        closeLogIndex(); // It is the file of a log that is gone.
        logIndex = FileChannel.open(index);
        logIndexKey = key;
      }
      logIndex.read(bytes, 0);
    }
    return bytes;
  }

  private void closeLogIndex() throws IOException {
    if (logIndex != null) {
      logIndex.close();
      logIndex = null;
    }
  }

  /** On a connection of its own, because the file may have appeared meanwhile. */
  @Override
  public <T> T ask(Question<T> question) throws DatabaseException {
    try (Connection own = look()) {
      return question.ask(own);
    } catch (SQLException e) {
      throw failures().of(e);
    }
  }

  private Failures failures() {
    return new SqliteDialect(this);
  }

  @Override
  public synchronized void close() throws DatabaseException {
    try {
      if (held != null) {
        held.close();
      }
      closeLogIndex();
    } catch (SQLException e) {
      throw failures().of(e);
    } catch (IOException e) {
      throw new DatabaseException(
          FailureKind.FATAL, "closing " + path + "-shm: " + e.getMessage(), e);
    }
  }
}

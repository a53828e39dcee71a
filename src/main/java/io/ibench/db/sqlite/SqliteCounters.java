package io.ibench.db.sqlite;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import io.ibench.db.jdbc.Connections;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counters of a SQLite file and its write-ahead log. sqlite.org/walformat.html describes the layout
 * of the log and of its index. SQLite's counters of caches (sqlite3_db_status) belong to each
 * connection, and the driver does not return them. Stateless.
 */
final class SqliteCounters {

  /** All that say how the file and its log change. */
  static final List<MainCounter> MAIN =
      MainCounter.list(
          """
          + wal.transactions transactions that were written to the log
          = wal.bytes bytes of the log's file: it grows while no checkpoint can begin it anew
          = wal.frames pages in the log that count
          = wal.frames_backfilled pages of the log that checkpoints have written to the database
          = page_count pages of the database
          = freelist_count pages of the database that hold nothing
          """);

  private static final List<String> PAGES = List.of("page_count", "freelist_count", "page_size");

  private static final int LOG_HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;

  /** Both copies of the index's header, and the first number of the checkpoint information. */
  private static final int INDEX_BYTES = 100;

  private static final int CHANGE_AT = 8;
  private static final int FRAMES_AT = 16;
  private static final int BACKFILLED_AT = 96;

  private SqliteCounters() {}

  /**
   * Returns the same names with or without file and log.
   *
   * @param connection to the file, or to an empty database if the file does not exist
   */
  static List<ServerCounter> of(Connection connection, SqliteFile file)
      throws SQLException, DatabaseException {
    try {
      return read(connection, file);
    } catch (IOException e) {
      throw new DatabaseException(
          FailureKind.FATAL, "the write-ahead log cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<ServerCounter> read(Connection connection, SqliteFile file)
      throws SQLException, IOException {
    List<ServerCounter> all = new ArrayList<>();
    long pageBytes = 0;
    for (String name : PAGES) {
      long value = Long.parseLong(Connections.value(connection, "PRAGMA " + name));
      all.add(ServerCounter.level(name, value));
      pageBytes = value;
    }
    long logBytes = length(Path.of(file.path() + "-wal"));
    all.add(ServerCounter.level("wal.bytes", logBytes));
    all.add(
        ServerCounter.level(
            "wal.pages",
            Math.max(0, logBytes - LOG_HEADER_BYTES) / (pageBytes + FRAME_HEADER_BYTES)));
    addIndex(all, file.logIndex(INDEX_BYTES));
    all.sort(Comparator.comparing(ServerCounter::name));
    return List.copyOf(all);
  }

  private static long length(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  /** Numbers of 32 bits: the change counter wraps after 4 billion transactions. */
  private static void addIndex(List<ServerCounter> all, ByteBuffer index) {
    all.add(ServerCounter.rising("wal.transactions", number(index, CHANGE_AT)));
    all.add(ServerCounter.level("wal.frames", number(index, FRAMES_AT)));
    all.add(ServerCounter.level("wal.frames_backfilled", number(index, BACKFILLED_AT)));
  }

  private static long number(ByteBuffer index, int at) {
    return Integer.toUnsignedLong(index.getInt(at));
  }
}

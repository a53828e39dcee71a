package io.ibench.db.postgres;

import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sequence of a table's generated keys, which PostgreSQL does not move when a key is given. It
 * is moved, in a statement of its own, when it is needed the next time: before a key is taken, and
 * when a session ends that has given some. That costs one statement for all that were given
 * meanwhile, by every session of the database, and each asks for its own before it is executed, so
 * that no session can take a key that another one has already given.
 *
 * <p>Keys that another process gives at the same time are found at its next opening only. Shared by
 * the sessions of a database; thread-safe.
 */
final class KeySequence {

  private static final long UNKNOWN = -1;

  private final Table table;
  private final AtomicLong given = new AtomicLong();

  /** Up to where it is known to have been moved. */
  private final AtomicLong moved = new AtomicLong(UNKNOWN);

  KeySequence(Table table) {
    this.table = table;
  }

  /** To be told before a row with this key is inserted. */
  void give(long key) {
    if (key > given.get()) {
      given.accumulateAndGet(key, Math::max);
    }
  }

  /** Whether it may stand before a key that is there or was. */
  boolean isBehind() {
    return moved.get() < given.get();
  }

  /**
   * Moves it, if need be. What is moved stays so whatever becomes of the connection's transaction;
   * to be sure of the last key, it waits for other transactions that have inserted rows.
   */
  void advance(Connection connection) throws SQLException {
    long highest = given.get();
    try (var statement = connection.createStatement()) {
      statement.execute(PostgresSql.advance(table, highest));
    }
    moved.accumulateAndGet(highest, Math::max);
  }
}

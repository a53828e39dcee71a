package io.ibench.db.postgres;

import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Makes a backend hand over what it has counted before its connection is closed. By itself it does
 * so when it has ended, which nobody waits for: the server's counters, read at the end of a step,
 * would then lack the last second of its work, and no later step would have it either.
 */
final class PostgresHandOver {

  /** The first version whose backends can be told to. */
  private static final int FIRST_VERSION = 15;

  private PostgresHandOver() {}

  /**
   * Does nothing on older versions. A server that refuses goes on without.
   *
   * @param connection in no transaction
   * @throws SQLException when the connection is lost
   */
  static void of(Connection connection, Failures failures) throws SQLException {
    if (connection.getMetaData().getDatabaseMajorVersion() < FIRST_VERSION) {
      return;
    }
    try (var statement = connection.createStatement()) {
      statement.execute("SELECT pg_stat_force_next_flush()");
    } catch (SQLException e) {
      if (failures.classify(e).isConnectionLoss()) {
        throw e;
      }
    }
  }
}

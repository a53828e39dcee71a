package io.ibench.db.postgres;

import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Makes a backend add its counts to the server's statistics before its connection is closed. By
 * default it does so after it has ended, and nobody waits for that: the server's counters at the
 * end of a step would lack the last second of its work, and no later step would contain it.
 * Stateless.
 */
final class StatisticsFlush {

  /** The first version with pg_stat_force_next_flush. */
  private static final int FIRST_VERSION = 15;

  private StatisticsFlush() {}

  /**
   * Does nothing on older versions, or if the server refuses.
   *
   * @param connection outside of a transaction
   * @throws SQLException when the connection is lost
   */
  static void request(Connection connection, Failures failures) throws SQLException {
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

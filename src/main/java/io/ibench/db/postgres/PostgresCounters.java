package io.ibench.db.postgres;

import io.ibench.db.ServerCounter;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.postgres.PostgresVersion.Statistics;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The counters of a PostgreSQL server that the role may see; all of them only count up. Not
 * thread-safe: it uses the caller's connection.
 */
final class PostgresCounters {

  private final Connection connection;
  private final List<Statistics> statistics;
  private final Failures failures;

  PostgresCounters(Connection connection, PostgresVersion version, Failures failures) {
    this.connection = connection;
    this.statistics = version.statistics();
    this.failures = failures;
  }

  /**
   * Reads all counters, without those that the server refuses.
   *
   * @throws SQLException when the connection is lost
   */
  List<ServerCounter> read() throws SQLException {
    List<ServerCounter> all = new ArrayList<>();
    for (Statistics one : statistics) {
      try {
        all.addAll(read(one));
      } catch (SQLException e) {
        requireConnection(e);
      }
    }
    return all;
  }

  /** The names of the views that the server refuses, with the reason. */
  List<String> refused() throws SQLException {
    List<String> lines = new ArrayList<>();
    for (Statistics one : statistics) {
      try {
        read(one);
      } catch (SQLException e) {
        requireConnection(e);
        lines.add(one.name() + ": " + failures.of(e).getMessage());
      }
    }
    return lines;
  }

  /** Throws a connection loss; any other failure is a refusal. */
  private void requireConnection(SQLException failure) throws SQLException {
    if (failures.classify(failure).isConnectionLoss()) {
      throw failure;
    }
  }

  /** Leaves out counters that a part does not have, such as reads of the checkpointer. */
  private List<ServerCounter> read(Statistics one) throws SQLException {
    List<ServerCounter> counters = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet results = statement.executeQuery(one.question())) {
      while (results.next()) {
        String part = results.getString(1);
        String prefix = one.name() + "." + (part.isEmpty() ? "" : part + ".");
        int column = 1;
        for (String name : one.counters().keySet()) {
          column++;
          long value = results.getLong(column);
          if (!results.wasNull()) {
            counters.add(ServerCounter.rising(prefix + name, value));
          }
        }
      }
    }
    return counters;
  }
}

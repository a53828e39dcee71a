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
 * What a PostgreSQL server counts, as far as the role may see it. Every counter rises. Not
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
   * Asks all of them. What the server refuses is left out.
   *
   * @throws SQLException when the server is gone
   */
  List<ServerCounter> read() throws SQLException {
    List<ServerCounter> all = new ArrayList<>();
    for (Statistics one : statistics) {
      try {
        all.addAll(read(one));
      } catch (SQLException e) {
        requirePresent(e);
      }
    }
    return all;
  }

  /** The names of what the server refuses, with its reason. */
  List<String> refused() throws SQLException {
    List<String> lines = new ArrayList<>();
    for (Statistics one : statistics) {
      try {
        read(one);
      } catch (SQLException e) {
        requirePresent(e);
        lines.add(one.name() + ": " + failures.of(e).getMessage());
      }
    }
    return lines;
  }

  /** A refusal is an answer; without a server there is none. */
  private void requirePresent(SQLException failure) throws SQLException {
    if (failures.classify(failure).isConnectionLoss()) {
      throw failure;
    }
  }

  /** Without what does not exist of a part, such as reads of the checkpointer. */
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

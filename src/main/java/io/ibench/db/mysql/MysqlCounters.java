package io.ibench.db.mysql;

import io.ibench.db.ServerCounter;
import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The counters of a MariaDB or MySQL server, for all engines. Not thread-safe: it uses the caller's
 * connection.
 */
final class MysqlCounters {

  private final Connection connection;
  private final MysqlDialect dialect;
  private final Failures failures;

  MysqlCounters(Connection connection, MysqlDialect dialect, Failures failures) {
    this.connection = connection;
    this.dialect = dialect;
    this.failures = failures;
  }

  /**
   * Sorted by name.
   *
   * @throws SQLException when the server is gone
   */
  List<ServerCounter> read() throws SQLException {
    List<ServerCounter> all = new ArrayList<>(ask("SHOW GLOBAL STATUS"));
    Optional<String> more = dialect.historyLength();
    if (more.isPresent()) {
      try {
        all.addAll(ask(more.get()));
      } catch (SQLException e) {
        // Without the privilege PROCESS the history length is missing.
        if (failures.classify(e).isConnectionLoss()) {
          throw e;
        }
      }
    }
    all.sort(Comparator.comparing(ServerCounter::name));
    return List.copyOf(all);
  }

  private List<ServerCounter> ask(String question) throws SQLException {
    List<ServerCounter> found = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet results = statement.executeQuery(question)) {
      while (results.next()) {
        of(results.getString(1), String.valueOf(results.getString(2))).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Empty for an unknown name, and for a value that is not a 64-bit integer. */
  static Optional<ServerCounter> of(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean rising = MysqlStatus.isRising(lower);
    if (!rising && !MysqlStatus.isLevel(lower)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ServerCounter(lower, Long.parseLong(value), rising));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}

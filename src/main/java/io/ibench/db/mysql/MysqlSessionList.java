package io.ibench.db.mysql;

import io.ibench.db.jdbc.SessionList;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The process list of a server of the MySQL family, of which everybody sees and ends the sessions
 * of his own user. It says of no session when it began, but ids are not used again before the
 * server is restarted: the start of the server tells sessions apart.
 */
final class MysqlSessionList implements SessionList {

  private final MysqlDialect dialect;

  MysqlSessionList(MysqlDialect dialect) {
    this.dialect = dialect;
  }

  /** The server computes its uptime from the same clock, so that the difference never changes. */
  @Override
  public Identity own(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT CONNECTION_ID(), UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED),"
                    + " CONCAT_WS(':', @@hostname, @@port, @@server_id) FROM "
                    + dialect.sessionStatus()
                    + " WHERE variable_name = 'Uptime'")) {
      if (!rows.next()) {
        throw new SQLException("the server does not tell its uptime");
      }
      return new Identity(rows.getString(3), rows.getString(2), rows.getLong(1));
    }
  }

  @Override
  public boolean isThere(Connection asking, Identity own, Identity session) throws SQLException {
    if (!own.start().equals(session.start())) {
      return false;
    }
    try (var statement = asking.createStatement();
        var rows = statement.executeQuery("SHOW PROCESSLIST")) {
      boolean found = false;
      while (rows.next()) {
        found |= rows.getLong(1) == session.id();
      }
      return found;
    }
  }

  @Override
  public void end(Connection asking, Identity session) throws SQLException {
    try (var statement = asking.createStatement()) {
      statement.execute("KILL " + session.id());
    }
  }
}

package io.ibench.db.mysql;

import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.SessionList;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The process list of a MariaDB or MySQL server. Every user sees and ends his own sessions. It does
 * not contain the start of a session, but ids are unique until the server restarts: the server's
 * start identifies sessions. Stateless.
 */
final class MysqlSessionList implements SessionList {

  private final MysqlDialect dialect;

  MysqlSessionList(MysqlDialect dialect) {
    this.dialect = dialect;
  }

  /** The server's uptime has the same clock, so that the difference is constant. */
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
        throw new SQLException("the server does not report its uptime");
      }
      return new Identity(rows.getString(3), rows.getString(2), rows.getLong(1));
    }
  }

  @Override
  public boolean isThere(Connection asking, Identity own, Identity session) throws SQLException {
    if (!own.start().equals(session.start())) {
      return false;
    }
    return Connections.column(asking, "SHOW PROCESSLIST").contains(Long.toString(session.id()));
  }

  @Override
  public void end(Connection asking, Identity session) throws SQLException {
    try (var statement = asking.createStatement()) {
      statement.execute("KILL " + session.id());
    }
  }
}

package io.ibench.db.mysql;

import io.ibench.db.ConnectionLimit;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The limits of connections of a MariaDB or MySQL server, for the user of a connection. */
final class MysqlConnectionLimits {

  /** Of its own privileges every user may know. */
  private static final String IS_ADMINISTRATOR =
      "SELECT 1 FROM information_schema.user_privileges"
          + " WHERE privilege_type IN ('SUPER', 'CONNECTION ADMIN', 'CONNECTION_ADMIN')";

  private final Connection connection;

  MysqlConnectionLimits(Connection connection) {
    this.connection = connection;
  }

  /** Empty behind a proxy, which shares the server's connections. */
  List<ConnectionLimit> read() throws SQLException {
    // A proxy answers the first question itself, and passes the second one on.
    String asked = "SELECT CONNECTION_ID()";
    if (number(asked) != number(asked + " + 0")) {
      return List.of();
    }
    List<ConnectionLimit> limits = new ArrayList<>();
    limits.add(
        new ConnectionLimit(
            "max_connections",
            number("SELECT @@global.max_connections"),
            Math.max(0, connected() - 1)));
    long user = number("SELECT @@session.max_user_connections");
    boolean general = user == number("SELECT @@global.max_user_connections");
    if (user > 0 && !(general && isAdministrator())) {
      limits.add(
          new ConnectionLimit(
              general ? "max_user_connections" : "the account's MAX_USER_CONNECTIONS",
              user,
              Math.max(0, ofUser() - 1)));
    }
    return limits;
  }

  private long connected() throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Threads_connected'")) {
      return rows.next() ? rows.getLong(2) : 1;
    }
  }

  /** Every user sees his own. */
  private long ofUser() throws SQLException {
    return number(
        "SELECT COUNT(*) FROM information_schema.processlist"
            + " WHERE user = SUBSTRING_INDEX(USER(), '@', 1)");
  }

  private boolean isAdministrator() throws SQLException {
    return !Connections.column(connection, IS_ADMINISTRATOR).isEmpty();
  }

  private long number(String question) throws SQLException {
    return Long.parseLong(Connections.value(connection, question));
  }
}

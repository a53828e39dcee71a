package io.ibench.db.postgres;

import io.ibench.db.ConnectionLimit;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The limits of connections of a PostgreSQL server, for the role of a connection. */
final class PostgresConnectionLimits {

  private static final String HELD = "SELECT count(*) - 1 FROM pg_stat_activity WHERE ";

  private final Connection connection;
  private final Intermediary between;

  PostgresConnectionLimits(Connection connection, Intermediary between) {
    this.connection = connection;
    this.between = between;
  }

  /** Empty behind a pooler, which shares the server's connections. */
  List<ConnectionLimit> read() throws SQLException {
    if (between.mayLend()) {
      return List.of();
    }
    List<ConnectionLimit> limits = new ArrayList<>();
    boolean superuser =
        !ask("SELECT 1 FROM pg_roles WHERE rolname = session_user AND rolsuper").isEmpty();
    long reserved = superuser ? 0 : reserved();
    limits.add(
        new ConnectionLimit(
            reserved == 0
                ? "max_connections"
                : "max_connections less the " + reserved + " reserved for superusers",
            number("SELECT setting FROM pg_settings WHERE name = 'max_connections'") - reserved,
            number(HELD + "datid IS NOT NULL")));
    if (!superuser) {
      add(
          limits,
          "the role's CONNECTION LIMIT",
          "SELECT rolconnlimit FROM pg_roles WHERE rolname = session_user",
          "usename = session_user");
      add(
          limits,
          "the database's CONNECTION LIMIT",
          "SELECT datconnlimit FROM pg_database WHERE datname = current_database()",
          "datname = current_database()");
    }
    return limits;
  }

  /** From version 16 on, further ones are reserved for the members of a role. */
  private long reserved() throws SQLException {
    return number(
        "SELECT COALESCE(sum(setting::int), 0) FROM pg_settings"
            + " WHERE name = 'superuser_reserved_connections' OR name = 'reserved_connections'"
            + " AND NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'pg_use_reserved_connections'"
            + " AND pg_has_role(session_user, oid, 'USAGE'))");
  }

  private void add(List<ConnectionLimit> limits, String name, String limit, String held)
      throws SQLException {
    long connections = number(limit);
    if (connections >= 0) {
      limits.add(new ConnectionLimit(name, connections, number(HELD + held)));
    }
  }

  private String ask(String question) throws SQLException {
    return Connections.value(connection, question);
  }

  private long number(String question) throws SQLException {
    return Long.parseLong(ask(question));
  }
}

package io.ibench.db.postgres;

import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/**
 * A pooler such as pgbouncer between client and server. It is noticed because the process that
 * answers is another one than the login has named: a pooler names none of the server's. Stateless.
 */
final class PostgresPooler {

  /** What a reader of a result must know. */
  static final String WARNING =
      "a pooler stands between client and server: its time is in every response time; if it lends"
          + " a connection for one transaction, SET and other state of a session may get lost";

  private PostgresPooler() {}

  /** Asks the server; with a pooler, another process may answer the next question. */
  static boolean isBetween(Connection connection) throws SQLException {
    String answering = Connections.value(connection, "SELECT pg_backend_pid()");
    return isBetween(connection, Long.parseLong(answering));
  }

  /**
   * The same without a question.
   *
   * @param answering the process that has answered on this connection
   */
  static boolean isBetween(Connection connection, long answering) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID() != answering;
  }

  /**
   * The server's host, if its address tells: the pooler may be on another one.
   *
   * @param pooler the pooler's host
   */
  static String behind(Connection connection, String pooler) throws SQLException {
    String address =
        Connections.value(
            connection,
            "SELECT host(inet_server_addr()) WHERE NOT inet_server_addr() <<= inet '127.0.0.0/8'"
                + " AND inet_server_addr() <> inet '::1'");
    return address.isEmpty() ? pooler : address;
  }
}

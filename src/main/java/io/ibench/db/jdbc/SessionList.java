package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Finds and ends sessions of a server. Stateless. */
public interface SessionList {

  /**
   * One of a server's sessions.
   *
   * @param server identifies the server, also after a restart
   * @param start distinguishes sessions with the same id
   * @param id the server's own, also behind a proxy
   */
  record Identity(String server, String start, long id) {}

  /** The session of this connection. */
  Identity own(Connection connection) throws SQLException;

  /**
   * Whether the server still has this session.
   *
   * @param asking a connection to the same server
   * @param own the session of that connection
   */
  boolean isThere(Connection asking, Identity own, Identity session) throws SQLException;

  /** Asks the server to end this session, and no other. Does not wait. */
  void end(Connection asking, Identity session) throws SQLException;
}

package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** How a product tells which of its sessions there are, and ends one. Stateless. */
public interface SessionList {

  /**
   * One of a server's sessions.
   *
   * @param server tells it from other servers, and is the same after a restart
   * @param start tells it from a later session that has got the same id
   * @param id the server's own, whatever is between it and the client
   */
  record Identity(String server, String start, long id) {}

  /** The session at the other end of a connection. */
  Identity own(Connection connection) throws SQLException;

  /**
   * Whether this session is there.
   *
   * @param asking a session of the same server
   * @param own the asking session
   */
  boolean isThere(Connection asking, Identity own, Identity session) throws SQLException;

  /** Asks the server to end this session, and no other one. Does not wait. */
  void end(Connection asking, Identity session) throws SQLException;
}

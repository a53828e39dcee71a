package io.ibench.db;

/**
 * Finds out whether a server still works for lost connections: it continues a statement, and
 * commits it, until it notices the loss. Confined to the session's thread.
 */
public interface Aftermath {

  /** For a session that has lost nothing, or whose database runs inside the client. */
  Aftermath NONE = () -> State.OVER;

  /** Result of a look. */
  enum State {
    /** The server has ended all work for the lost connections. */
    OVER,
    /** The server still has the session of a lost connection. */
    GOING_ON,
    /** The server does not show whether it has such a session. */
    UNSEEN
  }

  /**
   * Looks once, on a working connection, and asks the server to end those sessions of the lost
   * connections that were there at the last look already. Ends no other session.
   */
  State look() throws DatabaseException;
}

package io.ibench.db;

/**
 * What a server may still do of what it was asked for on connections that are lost. A server goes
 * on with a statement, and commits it, for as long as it has not noticed the loss.
 */
public interface Aftermath {

  /** Of a session that has lost nothing, or whose database is inside the client. */
  Aftermath NONE = () -> State.OVER;

  /** What is known of it. */
  enum State {
    /** The server does nothing of it any more, and will not. */
    OVER,
    /** The server still has a session of a lost connection. */
    GOING_ON,
    /** The server does not show whether it has. */
    UNSEEN
  }

  /**
   * Looks once, on connections that work, and asks the server to end what has not ended since the
   * last look. Only what belongs to the lost connections is ended.
   */
  State look() throws DatabaseException;
}

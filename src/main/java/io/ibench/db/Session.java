package io.ibench.db;

/** One thread's share of a database. Only {@link #abort} may be called from another thread. */
public interface Session extends AutoCloseable {

  /** Prepares a command that is a transaction of its own. */
  Prepared prepare(Command command) throws DatabaseException;

  /** The session's transactions; always the same object. */
  Transaction transaction() throws DatabaseException;

  /** Streams rows. One cursor is open at a time, and nothing else is executed meanwhile. */
  Cursor scan(Scan scan, long... parameters) throws DatabaseException;

  /**
   * Replaces the session's connections after one was lost, and prepares on them what was prepared;
   * what was bound stays bound, and a transaction that was open is gone. Tries once: when it fails
   * it may be called again. Does nothing for a database inside the client, which loses none.
   */
  default void renew() throws DatabaseException {}

  /**
   * What the server may still do on the connections that the session has now, or has just given
   * back. To be called when they are lost, before {@link #renew}; asked after it.
   */
  default Aftermath aftermath() {
    return Aftermath.NONE;
  }

  /** Whether it has no connection of its own and borrows one for each operation. */
  default boolean isBorrowing() {
    return false;
  }

  /**
   * Borrows a connection for what is executed until {@link #giveBack}. What is executed without
   * borrows one for each statement or transaction.
   *
   * @throws DatabaseException of kind TIMEOUT when none becomes free in time
   */
  default void borrow() throws DatabaseException {}

  /**
   * How long the session's thread has waited for connections since this was last asked, beside
   * {@link #borrow}: some drivers borrow within each statement. Allocates nothing.
   */
  default long takeCheckoutNanos() {
    return 0;
  }

  /** Ends the loan; a transaction that is open is rolled back. */
  default void giveBack() {}

  /** Breaks off whatever the session's thread is waiting for, from any thread. */
  void abort();

  @Override
  void close() throws DatabaseException;
}

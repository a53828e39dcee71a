package io.ibench.db;

import java.util.List;

/**
 * Access to a database for one thread. Not thread-safe; only {@link #abort} may be called from
 * another thread.
 *
 * <p>Commands of {@link #prepare} commit by themselves and are executed outside of transactions
 * only: between {@code begin} and {@code commit} or {@code rollback}, the session executes nothing
 * but commands that its transaction has prepared.
 */
public interface Session extends AutoCloseable {

  /**
   * Prepares a command that commits by itself. While a transaction is open, only commands of {@link
   * #transaction} are executed.
   */
  Prepared prepare(Command command) throws DatabaseException;

  /**
   * Prepares a statement of the product's own language. Outside of a transaction that another such
   * statement has begun, it commits by itself. A session that executes them executes no commands of
   * {@link #prepare(Command)} and {@link #transaction} at the same time.
   *
   * @throws DatabaseException of kind FATAL where {@link Adapter#language} is empty
   */
  default NativePrepared prepare(Native statement) throws DatabaseException {
    throw new DatabaseException(
        FailureKind.FATAL, "the database takes no statements in a language of its own");
  }

  /**
   * Executes statements of the product's own language now, and on each connection that replaces
   * this one, before its statements are prepared again. Called once, before the first {@link
   * #prepare(Native)}.
   */
  default void onConnect(List<String> statements) throws DatabaseException {
    if (!statements.isEmpty()) {
      throw DatabaseException.invalidSetting(
          "the session has no connection of its own to keep settings in");
    }
  }

  /**
   * Whether an insert of {@link #prepare(Native)} may have the values of many rows in its text.
   * Otherwise its rows are added one by one with {@link NativePrepared#addBatch}.
   */
  default boolean insertsManyRows() {
    return true;
  }

  /**
   * Rolls back the transaction that a statement of {@link #prepare(Native)} has begun, if one is
   * open.
   */
  default void rollbackNative() throws DatabaseException {}

  /** The session's transactions; always the same object. */
  Transaction transaction() throws DatabaseException;

  /**
   * Transactions that only read, and in which all reads see the rows as of the first read. The
   * product keeps what these rows were until the transaction ends. Always the same object, which is
   * not used while another transaction of the session is open. Call it before each begin: a renewed
   * connection must be told again.
   *
   * @throws DatabaseException of kind FATAL where {@link Adapter.Target#whyNoSnapshots} has a
   *     reason
   */
  default Transaction snapshots() throws DatabaseException {
    throw new DatabaseException(FailureKind.FATAL, "the session holds no snapshots");
  }

  /** Streams rows. At most one cursor is open, and no other command is executed meanwhile. */
  Cursor scan(Scan scan, long... parameters) throws DatabaseException;

  /**
   * Replaces the session's connections after a loss and prepares all its commands again. Bound
   * values stay bound; an open transaction is gone. Tries once; after a failure it may be called
   * again. Does nothing for a database inside the client.
   */
  default void renew() throws DatabaseException {}

  /**
   * Watches what the server still does for the connections that the session has now, or has just
   * given back. Call it when they are lost, before {@link #renew}; call {@link Aftermath#look}
   * after it.
   */
  default Aftermath aftermath() {
    return Aftermath.NONE;
  }

  /** Whether it borrows a connection for each operation, and has no own connection. */
  default boolean isBorrowing() {
    return false;
  }

  /**
   * Borrows a connection for everything up to {@link #giveBack}. Without this call, each statement
   * or transaction borrows one.
   *
   * @throws DatabaseException of kind TIMEOUT when no connection becomes free in time
   */
  default void borrow() throws DatabaseException {}

  /**
   * Nanoseconds that the thread has waited for connections since the last call, other than in
   * {@link #borrow}: some drivers borrow within each statement. Allocates nothing.
   */
  default long takeCheckoutNanos() {
    return 0;
  }

  /** Returns the borrowed connection; rolls back an open transaction. */
  default void giveBack() {}

  /**
   * Gives up the session's connections, which ends whatever its thread waits for, also for a server
   * that does not answer. The call that waits fails as after a loss of the connection, or with
   * another kind. Called from any thread, at any time, also during {@link #renew}, which then may
   * or may not notice, or after {@link #close}; may itself wait for the server for some seconds.
   *
   * <p>An aborted session can be closed, which rolls back and fails for no lost connection, and
   * {@link #renew} makes it usable again. A database whose statements never wait for long may do
   * nothing.
   */
  void abort();

  /** Rolls back an open transaction and gives up all connections. */
  @Override
  void close() throws DatabaseException;
}

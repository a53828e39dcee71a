package io.ibench.db;

/**
 * A session's transactions, one after the other. It prepares its own commands, so that the adapter
 * knows their connection and role before values are bound. Confined to the session's thread.
 */
public interface Transaction {

  Prepared prepare(Command command) throws DatabaseException;

  /**
   * Prepares a command that ends the transaction: executing it also commits, in the same round trip
   * where the product can do that.
   */
  Prepared prepareLast(Command command) throws DatabaseException;

  void begin() throws DatabaseException;

  /**
   * Makes the transaction's changes durable, as the database is configured.
   *
   * @throws DatabaseException of kind OUTCOME_UNKNOWN when it may or may not have committed
   */
  void commit() throws DatabaseException;

  /** Undoes all changes since {@code begin}; does nothing without an open transaction. */
  void rollback() throws DatabaseException;
}

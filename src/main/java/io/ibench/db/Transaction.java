package io.ibench.db;

/**
 * A session's transactions, one after the other. It prepares its own commands, so that the adapter
 * knows their connection and role before anything is bound.
 */
public interface Transaction {

  Prepared prepare(Command command) throws DatabaseException;

  /**
   * Prepares a command that ends the transaction: executing it also commits, in the same trip where
   * the product can.
   */
  Prepared prepareLast(Command command) throws DatabaseException;

  void begin() throws DatabaseException;

  /**
   * Makes the transaction's changes durable as the target is configured to.
   *
   * @throws DatabaseException of kind OUTCOME_UNKNOWN when it may or may not have been committed
   */
  void commit() throws DatabaseException;

  /** Undoes what was done since {@code begin}; does nothing when none is open. */
  void rollback() throws DatabaseException;
}

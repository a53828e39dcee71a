package io.ibench.db.jdbc;

import java.sql.SQLException;

/**
 * Begins and ends the transactions of one autocommit connection. After {@link #commit} or {@link
 * #rollback} the connection commits every statement by itself again. Not thread-safe.
 */
public interface TransactionControl {

  void begin() throws SQLException;

  /** Begins a transaction that only reads. */
  default void beginRead() throws SQLException {
    begin();
  }

  /** After a failure the transaction is still open, until {@link #rollback}. */
  void commit() throws SQLException;

  /** Ends the open transaction; the product may have rolled it back already. */
  void rollback() throws SQLException;

  /** Called before a scan: some drivers stream rows in a transaction only. */
  default void beginScan() throws SQLException {
    begin();
  }

  /** Called after a scan. */
  default void endScan() throws SQLException {
    rollback();
  }
}

package io.ibench.db.sqlite;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.ForwardingPrepared;

/** A command as a transaction of its own, begun and ended explicitly. */
final class SingleStatementTransaction extends ForwardingPrepared {

  private final Transaction transaction;

  SingleStatementTransaction(Prepared command, Transaction transaction) {
    super(command);
    this.transaction = transaction;
  }

  @Override
  public int execute() throws DatabaseException {
    transaction.begin();
    boolean committed = false;
    try {
      int rows = inner.execute();
      transaction.commit();
      committed = true;
      return rows;
    } finally {
      if (!committed) {
        transaction.rollback();
      }
    }
  }
}

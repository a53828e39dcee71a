package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;

/** A command in its own transaction: all of its statements, or none. Not thread-safe. */
class OwnTransaction extends ForwardingPrepared {

  private final Transaction transaction;

  OwnTransaction(Prepared command, Transaction transaction) {
    super(command);
    this.transaction = transaction;
  }

  @Override
  public int execute() throws DatabaseException {
    transaction.begin();
    try {
      int rows = inner.execute();
      transaction.commit();
      return rows;
    } catch (DatabaseException | RuntimeException e) {
      rollbackAfter(e);
      throw e;
    }
  }

  private void rollbackAfter(Exception failure) {
    try {
      transaction.rollback();
    } catch (DatabaseException e) {
      failure.addSuppressed(e);
    }
  }

  /** A batch that is one statement commits by itself. */
  static final class OfBatch extends OwnTransaction {

    private final BatchInsert batch;
    private final Prepared alone;

    /**
     * @param alone the batch as one statement
     */
    OfBatch(BatchInsert batch, Prepared alone, Transaction transaction) {
      super(batch, transaction);
      this.batch = batch;
      this.alone = alone;
    }

    @Override
    public int execute() throws DatabaseException {
      return batch.isOneStatement() ? alone.execute() : super.execute();
    }
  }
}

package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;

/** A command followed by a commit, where the product has no cheaper way to say both at once. */
public final class CommittingPrepared extends ForwardingPrepared {

  private final Transaction transaction;

  public CommittingPrepared(Prepared last, Transaction transaction) {
    super(last);
    this.transaction = transaction;
  }

  @Override
  public int execute() throws DatabaseException {
    int rows = inner.execute();
    transaction.commit();
    return rows;
  }
}

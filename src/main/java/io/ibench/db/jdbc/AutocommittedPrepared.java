package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;

/**
 * A change that the server commits by itself: when the connection goes meanwhile, nobody knows
 * whether it was kept.
 */
public final class AutocommittedPrepared extends ForwardingPrepared {

  private final Failures failures;

  public AutocommittedPrepared(Prepared change, Failures failures) {
    super(change);
    this.failures = failures;
  }

  @Override
  public int execute() throws DatabaseException {
    try {
      return inner.execute();
    } catch (DatabaseException e) {
      if (failures.mayBeCommitted(e.kind())) {
        throw new DatabaseException(FailureKind.OUTCOME_UNKNOWN, e.getMessage(), e);
      }
      throw e;
    }
  }
}

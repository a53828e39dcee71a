package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import java.util.function.Predicate;

/** Wraps a command whose execution needs more. Not thread-safe. */
public abstract class ForwardingPrepared implements Prepared {

  public final Prepared inner;

  public ForwardingPrepared(Prepared inner) {
    this.inner = inner;
  }

  /** A change on an autocommit connection: its outcome is unknown after a connection loss. */
  public static final class Autocommitted extends ForwardingPrepared {

    private final Failures failures;

    public Autocommitted(Prepared change, Failures failures) {
      super(change);
      this.failures = failures;
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        return inner.execute();
      } catch (DatabaseException e) {
        if (failures.mayBeCommitted(e.kind())) {
          throw new DatabaseException(
              FailureKind.OUTCOME_UNKNOWN, String.valueOf(e.getMessage()), e);
        }
        throw e;
      }
    }
  }

  /** A command followed by a commit in its own round trip. */
  public static final class Committing extends ForwardingPrepared {

    private final Transaction transaction;

    public Committing(Prepared last, Transaction transaction) {
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

  /**
   * A command that commits in the same round trip. A failure of the command leaves the transaction
   * open.
   */
  public static final class CommittingItself extends ForwardingPrepared {

    private final Predicate<DatabaseException> mayBeCommitted;
    private final Runnable committed;

    /**
     * @param mayBeCommitted the failures that may have come after the commit
     * @param committed called after a commit
     */
    public CommittingItself(
        Prepared last, Predicate<DatabaseException> mayBeCommitted, Runnable committed) {
      super(last);
      this.mayBeCommitted = mayBeCommitted;
      this.committed = committed;
    }

    @Override
    public int execute() throws DatabaseException {
      int rows;
      try {
        rows = inner.execute();
      } catch (DatabaseException e) {
        if (mayBeCommitted.test(e)) {
          throw new DatabaseException(FailureKind.OUTCOME_UNKNOWN, "commit: " + e.getMessage(), e);
        }
        throw e;
      }
      committed.run();
      return rows;
    }
  }

  @Override
  public void setLong(int parameter, long value) {
    inner.setLong(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    inner.setBytes(parameter, value, length);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    inner.setLongs(parameter, values, count);
  }

  @Override
  public void setBytesAt(int parameter, int index, byte[] value, int length) {
    inner.setBytesAt(parameter, index, value, length);
  }

  @Override
  public void addBatch() {
    inner.addBatch();
  }

  @Override
  public void readValues(boolean wanted) {
    inner.readValues(wanted);
  }

  @Override
  public long old() {
    return inner.old();
  }

  @Override
  public long resultHash() {
    return inner.resultHash();
  }

  @Override
  public long getLong(int row, int column) {
    return inner.getLong(row, column);
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    return inner.getBytes(row, column, into);
  }
}

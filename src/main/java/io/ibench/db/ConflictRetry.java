package io.ibench.db;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Does the work of a transaction again when the server has undone it for somebody else's sake:
 * about 1 s long at most, with pauses that double. For what is written beside the measured
 * operations.
 */
final class ConflictRetry {

  private static final int MOST_ATTEMPTS = 10;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Set<FailureKind> CONFLICTS =
      EnumSet.of(FailureKind.DEADLOCK, FailureKind.LOCK_TIMEOUT);

  private final Transaction transaction;

  ConflictRetry(Transaction transaction) {
    this.transaction = transaction;
  }

  /** What is done between begin and commit. */
  interface Work {
    void run() throws DatabaseException;
  }

  /** Begins, does the work and commits; nothing of it is kept when this fails for a conflict. */
  void run(Work work) throws DatabaseException {
    for (int attempt = 1; ; attempt++) {
      try {
        transaction.begin();
        work.run();
        transaction.commit();
        return;
      } catch (DatabaseException e) {
        if (!CONFLICTS.contains(e.kind()) || attempt == MOST_ATTEMPTS) {
          throw e;
        }
        rollBack(e);
        LockSupport.parkNanos(FIRST_PAUSE_NANOS << attempt - 1);
      }
    }
  }

  private void rollBack(DatabaseException conflict) throws DatabaseException {
    try {
      transaction.rollback();
    } catch (DatabaseException e) {
      e.addSuppressed(conflict);
      throw e;
    }
  }
}

package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.workload.table.TableWorker;
import java.util.function.LongSupplier;

/**
 * Holds a snapshot of a table: a read transaction that stays open from one operation to the next,
 * so that the database cannot forget old versions of rows. The group's rate is how often it takes a
 * new snapshot; the end of its session ends the last one.
 *
 * <p>It reads a clock, as only it knows when a snapshot began and ended. That is once in a hold,
 * and not in the hot loop of inserts and queries.
 */
final class SnapshotWorker extends TableWorker {

  private final Session session;
  private final Prepared firstRead;
  private final LongSupplier nanoClock;
  private Transaction snapshots;
  private boolean held;
  private long takenNanos;
  private long count;
  private long longestNanos;

  SnapshotWorker(PurchaseTable table, Session session, LongSupplier nanoClock)
      throws DatabaseException {
    super(InsertOperation.values().length, InsertCounter.SET.worker());
    this.session = session;
    this.nanoClock = nanoClock;
    snapshots = session.snapshots();
    firstRead = snapshots.prepare(table.extremeKey(false));
  }

  @Override
  public int next() {
    return InsertOperation.SNAPSHOT.ordinal();
  }

  @Override
  public void prepare(int operation, long epochMillis) {}

  @Override
  public int execute(int operation) throws DatabaseException {
    if (held) {
      held = false;
      snapshots.rollback(); // Before the time counts: a lost snapshot was not held.
      longestNanos = Math.max(longestNanos, nanoClock.getAsLong() - takenNanos);
    }
    snapshots = session.snapshots();
    snapshots.begin();
    int rows = firstRead.execute();
    takenNanos = nanoClock.getAsLong();
    held = true;
    count++;
    return rows;
  }

  @Override
  public void rollback() throws DatabaseException {
    held = false;
    snapshots.rollback();
  }

  /** It reads only. */
  @Override
  public int resolveOutcome(int operation) {
    return NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  /** The snapshots so far. After the worker's end. */
  long count() {
    return count;
  }

  /**
   * The longest time that a snapshot was held. After the worker's end, which has ended the last
   * snapshot.
   *
   * @param mostNanos the last snapshot was held for this time at most
   */
  long longestNanos(long mostNanos) {
    long last = held ? Math.min(mostNanos, nanoClock.getAsLong() - takenNanos) : 0;
    return Math.max(longestNanos, last);
  }
}

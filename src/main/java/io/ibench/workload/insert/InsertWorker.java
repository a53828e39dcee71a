package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** Inserts rows, so many with each statement, which is a transaction of its own. */
final class InsertWorker implements Worker {

  private static final int MILLIS_PER_SECOND = 1000;

  private final Prepared insert;
  private final Prepared lastRows;
  private final Purchases purchases;
  private final int rowsPerCommit;
  private final long idStep;
  private final WorkloadCounters tallies = new WorkloadCounters(InsertCounter.values().length);
  private long nextId;
  private long left;
  private int batchRows;

  /**
   * @param rows to insert
   * @param neighbours how many clients insert into the table
   * @param number of this one among them, from 0
   * @param keys of the table, as it is before anybody inserts
   */
  InsertWorker(
      InsertSettings settings,
      PurchaseTable table,
      KeyRange keys,
      int neighbours,
      int number,
      long rows,
      int rowsPerCommit,
      Session session,
      Random64 random)
      throws DatabaseException {
    this.rowsPerCommit = rowsPerCommit;
    this.left = rows;
    this.idStep = neighbours;
    this.nextId = keys.highest() + 1 + number;
    this.purchases = new Purchases(settings, table.clientIds(), random);
    insert = session.prepare(table.insert(rowsPerCommit));
    // Each neighbour may have committed a batch or two after the one that is looked for.
    lastRows = session.prepare(table.lastRows(Math.multiplyExact(3 * neighbours, rowsPerCommit)));
  }

  @Override
  public int next() {
    return left > 0 ? InsertOperation.INSERT.ordinal() : DONE;
  }

  @Override
  public void unstarted(int operation) {
    left -= Math.min(rowsPerCommit, left);
  }

  /** All rows of a statement bear the same time. */
  @Override
  public void prepare(int operation, long epochMillis) {
    long seconds = epochMillis / MILLIS_PER_SECOND * MILLIS_PER_SECOND;
    batchRows = (int) Math.min(rowsPerCommit, left);
    for (int row = 0; row < batchRows; row++) {
      purchases.bind(insert, nextId, seconds);
      nextId += idStep;
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return inserted(insert.execute());
  }

  private int inserted(int rows) {
    left -= rows;
    tallies.add(InsertCounter.ROWS_INSERTED.ordinal(), rows);
    return rows;
  }

  /** A statement is carried out whole or not at all, so that its last row tells. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    int found = lastRows.execute();
    for (int row = 0; row < found; row++) {
      if (purchases.isLastDrawn(lastRows, row)) {
        return inserted(batchRows);
      }
    }
    return NOT_EXECUTED;
  }

  /** The server has undone the statement already. */
  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      tallies.add(InsertCounter.ROWS_INSERTED_UNKNOWN.ordinal(), batchRows);
    }
  }

  @Override
  public long checksum(int operation) {
    return 0;
  }

  @Override
  public WorkloadCounters tallies() {
    return tallies;
  }
}

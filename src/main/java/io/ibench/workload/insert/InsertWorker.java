package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.table.TableWorker;

/** Inserts rows; each statement is one transaction. */
final class InsertWorker extends TableWorker {

  private static final int MILLIS_PER_SECOND = 1000;

  private final Prepared insert;
  private final Prepared lastRows;
  private final Purchases purchases;
  private final int rowsPerCommit;
  private final long idStep;
  private long nextId;
  private long left;
  private int batchRows;

  /**
   * @param rows the number of rows to insert
   * @param neighbours the number of clients that insert into the table
   * @param number the number of this client among them, from 0
   * @param keys the keys of the table before the first insert
   * @param done the first rows of the stream that an earlier process has inserted into the table
   * @throws DatabaseException also when the last one of them is not among the table's newest rows
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
      Random64 random,
      long done)
      throws DatabaseException {
    super(InsertOperation.values().length, InsertCounter.SET.worker());
    this.rowsPerCommit = rowsPerCommit;
    this.left = rows - done;
    this.idStep = neighbours;
    this.nextId = done > 0 ? 1 + number + done * neighbours : keys.highest() + 1 + number;
    this.purchases = new Purchases(settings, table.clientIds(), random);
    insert = session.prepare(table.insert(rowsPerCommit));
    // Each neighbour may have committed one or two batches after the one in question.
    lastRows = session.prepare(table.lastRows(Math.multiplyExact(3 * neighbours, rowsPerCommit)));
    if (done > 0) {
      skip(done, table);
    }
  }

  private void skip(long done, PurchaseTable table) throws DatabaseException {
    for (long row = 0; row < done; row++) {
      purchases.skip();
    }
    if (!isLastDrawnThere()) {
      throw new DatabaseException(
          FailureKind.FATAL,
          table.name() + " has " + done + " rows, but they are not the first ones of this load");
    }
  }

  private boolean isLastDrawnThere() throws DatabaseException {
    int found = lastRows.execute();
    for (int row = 0; row < found; row++) {
      if (purchases.isLastDrawn(lastRows, row)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int next() {
    return left > 0 ? InsertOperation.INSERT.ordinal() : DONE;
  }

  @Override
  public void unstarted(int operation) {
    left -= Math.min(rowsPerCommit, left);
  }

  /** All rows of a statement get the same time. */
  @Override
  public void prepare(int operation, long epochMillis) {
    long seconds = epochMillis / MILLIS_PER_SECOND * MILLIS_PER_SECOND;
    purchases.begin();
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
    counters.add(InsertCounter.ROWS_INSERTED.ordinal(), rows);
    counters.add(InsertCounter.ROW_BYTES_WRITTEN.ordinal(), purchases.batchBytes());
    return rows;
  }

  /** A statement is atomic: its last row shows whether it was committed. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return isLastDrawnThere() ? inserted(batchRows) : NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(InsertCounter.ROWS_INSERTED_UNKNOWN.ordinal(), batchRows);
    }
  }

  /** The number of rows. */
  @Override
  public long checksum(int operation) {
    return counters.get(InsertCounter.ROWS_INSERTED.ordinal());
  }
}

package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.workload.insert.InsertKeys.Deletes;
import io.ibench.workload.table.TableWorker;

/**
 * Deletes as many of a table's oldest rows as its client inserts, so that the table keeps its size.
 *
 * <p>Like the ancestor it does not read the lowest key each time. It assumes that the lowest key
 * grows by the number of deleted rows, and reads it again now and then. The estimate may be too
 * low, because of gaps between keys, but never too high.
 */
final class DeleteWorker extends TableWorker {

  private final KeyRange keys;
  private final boolean byRange;
  private final long resync;
  private final int usualRows;
  private final Prepared usual;
  private final int lastRows;
  private final Prepared last;
  private final Prepared getMin;
  private final Prepared anyInRange;
  private long looks;
  private long sinceLook;
  private boolean mustLook;

  /** Keys had no gaps at first, and every check has confirmed the estimate. */
  private boolean exact;

  private int rows;

  @SuppressWarnings("NullAway.Init") // prepared before the first operation
  private Prepared delete;

  /**
   * @param rowsPerCommit rows of each insert, and of each delete
   * @param lastRows rows of the client's last insert, if fewer; else 0
   */
  DeleteWorker(
      InsertSettings settings,
      PurchaseTable table,
      KeyRange keys,
      int rowsPerCommit,
      int lastRows,
      Session session)
      throws DatabaseException {
    super(InsertOperation.values().length, InsertCounter.SET.worker());
    this.keys = keys;
    this.exact = keys.isWithoutGaps();
    this.byRange = settings.deletes() == Deletes.RANGE;
    this.resync = byRange ? 0 : settings.resyncGetMin();
    this.usualRows = rowsPerCommit;
    this.lastRows = lastRows;
    usual = session.prepare(byRange ? table.deleteRange() : table.deleteOldest(rowsPerCommit));
    last = byRange || lastRows == 0 ? usual : session.prepare(table.deleteOldest(lastRows));
    getMin = session.prepare(table.extremeKey(false));
    anyInRange = session.prepare(table.anyInRange());
  }

  @Override
  public void followed(int committed) {
    rows = committed;
    sinceLook++;
  }

  @Override
  public int next() {
    if (mustLook || resync > 0 && sinceLook > resync) {
      mustLook = false;
      sinceLook = 0;
      return InsertOperation.GET_MIN.ordinal();
    }
    return InsertOperation.DELETE.ordinal();
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation == InsertOperation.GET_MIN.ordinal()) {
      return;
    }
    if (!byRange && rows != usualRows && rows != lastRows) {
      throw new IllegalStateException("an insert of " + rows + " rows cannot be followed");
    }
    delete = rows == usualRows ? usual : last;
    delete.setLong(0, keys.lowest());
    if (byRange) {
      delete.setLong(1, keys.lowest() + rows);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return operation == InsertOperation.GET_MIN.ordinal() ? look() : deleted(delete.execute());
  }

  private int look() throws DatabaseException {
    long lowest = KeyRange.key(getMin);
    looks = RowHash.mix(looks, lowest);
    exact &= lowest == keys.lowest();
    keys.setLowest(lowest);
    return 1;
  }

  private int deleted(int found) {
    keys.setLowest(keys.lowest() + found);
    counters.add(InsertCounter.ROWS_DELETED.ordinal(), found);
    if (found < rows) {
      counters.add(InsertCounter.ROWS_NOT_FOUND.ordinal(), rows - found);
      mustLook = !byRange;
    }
    return found;
  }

  /**
   * Whether the rows are gone. No other worker deletes from the table. If keys have gaps, the
   * lowest key does not always show how many rows were deleted.
   */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    if (operation == InsertOperation.GET_MIN.ordinal()) {
      return NOT_EXECUTED;
    }
    if (byRange) {
      anyInRange.setLong(0, keys.lowest());
      anyInRange.setLong(1, keys.lowest() + rows);
      return anyInRange.execute() > 0 ? NOT_EXECUTED : deleted(rows);
    }
    long lowest = KeyRange.key(getMin);
    if (lowest < keys.lowest() + rows) {
      return NOT_EXECUTED;
    }
    return exact && lowest == keys.lowest() + rows ? deleted(rows) : UNKNOWN_OUTCOME;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (operation == InsertOperation.DELETE.ordinal()) {
      mustLook = !byRange;
      if (outcomeUnknown) {
        counters.add(InsertCounter.ROWS_DELETED_UNKNOWN.ordinal(), rows);
      }
    }
  }

  /** The number of deleted rows, or a hash of the lowest keys that were read. */
  @Override
  public long checksum(int operation) {
    return operation == InsertOperation.GET_MIN.ordinal()
        ? looks
        : counters.get(InsertCounter.ROWS_DELETED.ordinal());
  }
}

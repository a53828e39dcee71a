package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import java.util.OptionalLong;

/**
 * The lowest and highest key of a table, shared by its workers: deletes begin at the lowest, point
 * queries draw keys between both. Estimates, as gaps are normal and other workers write meanwhile.
 * Thread-safe.
 */
final class KeyRange {

  private volatile long lowest;
  private volatile long highest;
  private volatile boolean withoutGaps;

  /**
   * Reads both, before workers begin; 0 for an empty table.
   *
   * @param rows the expected rows of the table, if known
   */
  void read(PurchaseTable table, Session session, OptionalLong rows) throws DatabaseException {
    lowest = key(session.prepare(table.extremeKey(false)));
    highest = key(session.prepare(table.extremeKey(true)));
    withoutGaps = rows.isPresent() && highest - lowest + 1 == rows.getAsLong();
  }

  /** The key that the statement reads, or 0. */
  static long key(Prepared extreme) throws DatabaseException {
    return extreme.execute() > 0 ? extreme.getLong(0, 0) : 0;
  }

  /**
   * Whether each key between the two had a row when they were read. Rows inserted later may have
   * gaps.
   */
  boolean isWithoutGaps() {
    return withoutGaps;
  }

  long lowest() {
    return lowest;
  }

  long highest() {
    return highest;
  }

  void setLowest(long key) {
    lowest = key;
  }

  void setHighest(long key) {
    highest = key;
  }
}

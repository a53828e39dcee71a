package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;

/**
 * What the workers on one table know of its lowest and highest key: where a delete looks for the
 * oldest rows, and among which keys a point query draws. Estimates, as gaps are normal and others
 * write meanwhile. Thread-safe.
 */
final class KeyRange {

  private volatile long lowest;
  private volatile long highest;
  private volatile boolean withoutGaps;

  /** Reads both, before anybody works. Sets 0 for an empty table. */
  void read(PurchaseTable table, Session session) throws DatabaseException {
    lowest = key(session.prepare(table.extremeKey(false)));
    highest = key(session.prepare(table.extremeKey(true)));
  }

  /** The only key of an answer, or 0. */
  static long key(Prepared extreme) throws DatabaseException {
    return extreme.execute() > 0 ? extreme.getLong(0, 0) : 0;
  }

  /**
   * Whether there was a row for each key between the two when they were read. Those that are
   * inserted later may have gaps all the same.
   */
  boolean isWithoutGaps() {
    return withoutGaps;
  }

  /** So many rows the table must have, after {@link #read}. */
  void compare(long rows) {
    withoutGaps = highest - lowest + 1 == rows;
  }

  /** Nobody knows how many rows the table must have. */
  void compareWithNothing() {
    withoutGaps = false;
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

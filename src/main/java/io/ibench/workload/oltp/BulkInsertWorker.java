package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import io.ibench.workload.table.TableWorker;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Inserts rows (n, n), many with one statement, which commits by itself. Unlike in sysbench, an
 * operation is the whole statement. Ends when the ids of the table are used up.
 */
final class BulkInsertWorker extends TableWorker {

  private static final int OPERATION = 0;

  private final int table;
  private final AtomicLong lastIds;
  private final int rows;
  private final Prepared insert;
  private final Prepared lookup;

  /** The id before the first row of the statement. */
  private long before;

  /**
   * @param number of the table, from 0 on
   * @param lastIds the last id that was given; shared by the workers of the table
   * @param rows of a statement
   * @param operations of the plan
   */
  BulkInsertWorker(
      OltpTable table,
      int number,
      AtomicLong lastIds,
      int rows,
      int operations,
      WorkloadCounters booked,
      Session session)
      throws DatabaseException {
    super(operations, OltpCounter.SET.worker(), booked);
    this.table = number;
    this.lastIds = lastIds;
    this.rows = rows;
    this.insert = session.prepare(table.insert(rows));
    this.lookup = session.prepare(table.idOf());
  }

  @Override
  public int next() {
    before = lastIds.getAndAdd(rows);
    return before > Integer.MAX_VALUE - rows ? DONE : OPERATION;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    for (long id = before + 1; id <= before + rows; id++) {
      insert.setLong(0, id);
      insert.setLong(1, id);
      insert.addBatch();
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return book(insert.execute());
  }

  /** Sums up the rows: threads share them out in any order. */
  private int book(int count) {
    OltpBooks.add(booked, table, OfTable.LOADED, count);
    OltpBooks.add(booked, table, OfTable.LOADED_K, count * before + count * (count + 1L) / 2);
    counters.add(OltpCounter.TRANSACTIONS.ordinal(), 1);
    counters.add(OltpCounter.WRITES.ordinal(), 1);
    counters.add(OltpCounter.INSERTED.ordinal(), count);
    counters.add(OltpCounter.ROW_BYTES_WRITTEN.ordinal(), count * 2L * Integer.BYTES);
    checksums[OPERATION] += count;
    return count;
  }

  /** A statement is atomic: its first row shows whether it was committed. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    lookup.setLong(0, before + 1);
    return lookup.execute() > 0 ? book(rows) : NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(OltpCounter.UNCERTAIN.ordinal(), 1);
    }
  }
}

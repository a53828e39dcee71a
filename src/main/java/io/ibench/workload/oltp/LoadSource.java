package io.ibench.workload.oltp;

import java.util.concurrent.atomic.AtomicLong;

/** Shares out the rows of the load in batches: one table after the other, in id order. */
final class LoadSource {

  private final long rowsOfTable;
  private final int tables;
  private final int batchRows;
  private final long batchesOfTable;
  private final AtomicLong next = new AtomicLong();

  LoadSource(OltpSettings settings, int batchRows) {
    this.rowsOfTable = settings.rows();
    this.tables = settings.tables();
    this.batchRows = batchRows;
    this.batchesOfTable = (rowsOfTable + batchRows - 1) / batchRows;
  }

  /** Consecutive rows of one table. */
  static final class Batch {
    int table;
    long first;
    long last;
  }

  int batchRows() {
    return (int) Math.min(batchRows, rowsOfTable);
  }

  /** Takes the next batch; false after the last one. Any thread. */
  boolean next(Batch batch) {
    long number = next.getAndIncrement();
    batch.table = (int) Math.min(number / batchesOfTable, tables);
    if (batch.table == tables) {
      return false;
    }
    batch.first = number % batchesOfTable * batchRows + 1;
    batch.last = Math.min(batch.first + batchRows - 1, rowsOfTable);
    return true;
  }
}

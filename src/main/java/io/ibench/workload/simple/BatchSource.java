package io.ibench.workload.simple;

import io.ibench.workload.Division;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Distributes the rows of a load to any number of threads, in batches. Thread-safe. */
final class BatchSource {

  private final List<RowSource> rows;
  private final int rowsPerCommit;
  private final BitSet loaded;
  private final Division division;
  private final AtomicLong next;

  BatchSource(List<RowSource> rows, int rowsPerCommit) {
    this(rows, rowsPerCommit, new BitSet(), Division.WHOLE);
  }

  /**
   * @param loaded the numbers of batches that are left out; must not change any more
   * @param division which batches are this process' own
   */
  BatchSource(List<RowSource> rows, int rowsPerCommit, BitSet loaded, Division division) {
    this.rows = rows;
    this.rowsPerCommit = rowsPerCommit;
    this.loaded = loaded;
    this.division = division;
    this.next = new AtomicLong(division.rank());
  }

  /** The rows of a batch; each worker reuses one. */
  static final class Batch {
    int table;
    long first;
    long last;
  }

  int batchRows(int table) {
    return rows.get(table).batchRows(rowsPerCommit);
  }

  /** Fills in the next batch; false when none is left. */
  boolean next(Batch batch) {
    long number = next.getAndAdd(division.of());
    while (isLoaded(number)) {
      number = next.getAndAdd(division.of());
    }
    return at(number, batch);
  }

  private boolean isLoaded(long number) {
    return number <= Integer.MAX_VALUE && loaded.get((int) number);
  }

  /** Fills in a batch by its number, from 0; false after the last one. */
  boolean at(long batchNumber, Batch batch) {
    long number = batchNumber;
    for (int table = 0; table < rows.size(); table++) {
      long batches = rows.get(table).batches(rowsPerCommit);
      if (number < batches) {
        int size = batchRows(table);
        batch.table = table;
        batch.first = 1 + number * size;
        batch.last = Math.min(batch.first + size - 1, rows.get(table).rows());
        return true;
      }
      number -= batches;
    }
    return false;
  }
}

package io.ibench.workload.internal;

import io.ibench.db.DatabaseException;
import io.ibench.workload.Division;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Shares out the rows of a load in batches: one table after the other, in the order of the rows'
 * numbers, which begin with 1. Thread-safe.
 */
public final class LoadBatches {

  private final long[] rows;
  private final int[] batchRows;

  /** The number of batches of this table and those before it. */
  private final long[] ends;

  private final BitSet loaded;
  private final Division division;
  private final AtomicLong next;

  /**
   * @param rowsOfTable the same for each table
   * @param rowsPerCommit the rows of a batch; the last one of a table may have fewer
   * @param loaded the numbers of batches that are left out; must not change any more
   */
  public LoadBatches(int tables, long rowsOfTable, int rowsPerCommit, BitSet loaded) {
    this(tables, rowsOfTable, rowsPerCommit, loaded, Division.WHOLE);
  }

  /** With the batches that are this process' own. */
  public LoadBatches(
      int tables, long rowsOfTable, int rowsPerCommit, BitSet loaded, Division division) {
    this(
        LongStream.generate(() -> rowsOfTable).limit(tables).toArray(),
        IntStream.generate(() -> (int) Math.min(rowsPerCommit, rowsOfTable))
            .limit(tables)
            .toArray(),
        loaded,
        division);
  }

  /**
   * Batches of tables with different numbers of rows.
   *
   * @param batchRows of a batch, by table; at least 1
   */
  public LoadBatches(long[] rows, int[] batchRows, BitSet loaded, Division division) {
    this.rows = rows.clone();
    this.batchRows = batchRows.clone();
    this.ends = new long[rows.length];
    long batches = 0;
    for (int table = 0; table < rows.length; table++) {
      batches += (rows[table] + batchRows[table] - 1) / batchRows[table];
      ends[table] = batches;
    }
    this.loaded = loaded;
    this.division = division;
    this.next = new AtomicLong(division.rank());
  }

  /** Consecutive rows of one table; each worker reuses one. */
  public static final class Batch {
    private int table;
    private long first;
    private long last;

    /** The number of the table, from 0 on. */
    public int table() {
      return table;
    }

    public long first() {
      return first;
    }

    public long last() {
      return last;
    }

    public int rows() {
      return (int) (last - first + 1);
    }
  }

  /** Whether a batch of an earlier process is in its table. */
  public interface Lookup {
    boolean isCommitted(Batch batch) throws DatabaseException;
  }

  /** The most rows of a batch of the first table. */
  public int batchRows() {
    return batchRows[0];
  }

  /** The most rows of a batch. */
  public int batchRows(int table) {
    return batchRows[table];
  }

  /** Takes the next batch; false after the last one. */
  public boolean next(Batch batch) {
    long number = next.getAndAdd(division.of());
    while (number <= Integer.MAX_VALUE && loaded.get((int) number)) {
      number = next.getAndAdd(division.of());
    }
    return at(number, batch);
  }

  private boolean at(long number, Batch batch) {
    int table = tableOf(number);
    if (table == rows.length) {
      return false;
    }
    int most = batchRows[table];
    batch.table = table;
    batch.first = (table == 0 ? number : number - ends[table - 1]) * most + 1;
    batch.last = Math.min(batch.first + most - 1, rows[table]);
    return true;
  }

  /** The first table whose batches end after this one, by halving; the number of tables if none. */
  private int tableOf(long number) {
    int low = 0;
    int high = rows.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] > number) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * The numbers of the batches that an earlier process has committed. Workers take batches in
   * order, and each had at most one that was not committed: after more missing ones in a row than
   * there were workers, all others are missing.
   */
  public BitSet committed(int workers, Lookup lookup) throws DatabaseException {
    BitSet found = new BitSet();
    Batch batch = new Batch();
    int missing = 0;
    for (int number = 0; missing <= workers && at(number, batch); number++) {
      boolean there = lookup.isCommitted(batch);
      missing = there ? 0 : missing + 1;
      found.set(number, there);
    }
    return found;
  }
}

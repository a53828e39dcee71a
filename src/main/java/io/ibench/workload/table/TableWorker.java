package io.ibench.workload.table;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** A worker's counters, and the hashes of its answers. Confined to the worker's thread. */
public abstract class TableWorker implements Worker {

  protected final WorkloadCounters counters;

  /** What the books take from this worker. */
  protected final WorkloadCounters booked;

  /** By the operations' numbers. */
  protected final long[] checksums;

  /** A worker whose books take all that it counts. */
  protected TableWorker(int operations, WorkloadCounters counters) {
    this(operations, counters, counters);
  }

  /**
   * @param operations how many there are
   */
  protected TableWorker(int operations, WorkloadCounters counters, WorkloadCounters booked) {
    this.counters = counters;
    this.booked = booked;
    this.checksums = new long[operations];
  }

  /** Hashes the rows that an execution has read, and returns their number. */
  protected final int answered(int operation, int rows, Prepared select) {
    checksums[operation] = RowHash.mix(checksums[operation], select.resultHash());
    return rows;
  }

  /** Hashes how many rows an execution has changed, and returns their number. */
  protected final int changed(int operation, int rows) {
    checksums[operation] = RowHash.mix(checksums[operation], rows);
    return rows;
  }

  /** Each statement commits by itself, or the server has rolled back all of it. */
  @Override
  public void rollback() throws DatabaseException {}

  @Override
  public long checksum(int operation) {
    return checksums[operation];
  }

  @Override
  public final WorkloadCounters counters() {
    return counters;
  }

  @Override
  public final WorkloadCounters booked() {
    return booked;
  }
}

package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** One of innosim's writers: writes pages that the scheduler has listed to their places. */
final class PageCleaner implements Worker {

  private static final int WRITE = IoOperation.WRITE.ordinal();

  private final DirtyPages dirty;
  private final PageIo io;
  private final WorkloadCounters counters;
  private final long[] taken = new long[2];

  PageCleaner(DirtyPages dirty, PageIo io, WorkloadCounters counters) {
    this.dirty = dirty;
    this.io = io;
    this.counters = counters;
  }

  @Override
  public int next() {
    return dirty.poll(taken) ? WRITE : IDLE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    io.make(0, taken[0], (int) taken[1]);
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    int pages = io.writeMade(taken[0]);
    dirty.written(taken[0]);
    return pages;
  }

  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    dirty.written(taken[0]);
  }

  @Override
  public long checksum(int operation) {
    return operation == WRITE ? counters.get(IoCounter.PAGES_WRITTEN.ordinal()) : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}

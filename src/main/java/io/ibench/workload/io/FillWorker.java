package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Writes pages one after the other, 1 MB at a time, and syncs at its end. */
final class FillWorker implements Worker {

  private static final int WRITE = IoOperation.WRITE.ordinal();
  private static final int SYNC = IoOperation.SYNC.ordinal();

  private final Chunks chunks;
  private final PageIo io;
  private final WorkloadCounters counters;
  private long first;
  private boolean wrote;
  private int sequence;
  private long written;

  /** Shares the pages out. Thread-safe. */
  static final class Chunks {
    private final long pagesOfFile;
    private final long chunksOfFile;
    private final int chunkPages;
    private final long chunks;
    private final AtomicLong next = new AtomicLong();
    private final AtomicReference<DatabaseException> failure = new AtomicReference<>();

    Chunks(IoSettings settings) {
      pagesOfFile = settings.pagesOfFile();
      chunkPages = (int) Math.min(pagesOfFile, IoSettings.MAX_BLOCK_BYTES / settings.pageBytes());
      chunksOfFile = (pagesOfFile + chunkPages - 1) / chunkPages;
      chunks = chunksOfFile * settings.files();
    }

    int chunkPages() {
      return chunkPages;
    }

    /** The first page of the next chunk; below 0 after the last one. */
    private long take() {
      long chunk = next.getAndIncrement();
      return chunk >= chunks
          ? -1
          : chunk / chunksOfFile * pagesOfFile + chunk % chunksOfFile * chunkPages;
    }

    private int pages(long first) {
      return (int) Math.min(chunkPages, pagesOfFile - first % pagesOfFile);
    }

    /** Whether the disk was full. */
    boolean isDiskFull() {
      return failure.get() != null && failure.get().kind() == FailureKind.DISK_FULL;
    }
  }

  FillWorker(Chunks chunks, PageIo io, WorkloadCounters counters) {
    this.chunks = chunks;
    this.io = io;
    this.counters = counters;
  }

  @Override
  public int next() {
    first = chunks.take();
    if (first >= 0) {
      wrote = true;
      return WRITE;
    }
    if (wrote) {
      wrote = false;
      return SYNC;
    }
    return DONE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    sequence++;
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    try {
      if (operation == SYNC) {
        io.sync();
        return 1;
      }
      int pages = io.write(first, chunks.pages(first), sequence);
      written += pages;
      return pages;
    } catch (DatabaseException e) {
      chunks.failure.compareAndSet(null, e);
      throw e;
    }
  }

  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  @Override
  public long checksum(int operation) {
    return operation == WRITE ? written : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}

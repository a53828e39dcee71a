package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** Reads and writes pages, and syncs after some of its writes. */
final class PageWorker implements Worker {

  private static final int READ = IoOperation.READ.ordinal();
  private static final int WRITE = IoOperation.WRITE.ordinal();
  private static final int WRITE_SYNC = IoOperation.WRITE_SYNC.ordinal();
  private static final int SYNC = IoOperation.SYNC.ordinal();

  private final PageSet set;
  private final StepSettings step;
  private final PageIo io;
  private final int slot;
  private final PageChoice reads;
  private final PageChoice writes;
  private final Random64 random;
  private final WorkloadCounters counters;
  private final double readShare;
  private final boolean syncsItself;

  /** The pages of the last writes that are not synced. */
  private final long[] unsynced = new long[Acknowledged.REMEMBERED];

  private final int[] unsyncedGenerations = new int[Acknowledged.REMEMBERED];
  private long unsyncedPages;
  private int writesSinceSync;
  private int sequence;
  private long first;
  private long readPages;

  PageWorker(
      PageSet set,
      StepSettings step,
      PageIo io,
      int slot,
      PageChoice reads,
      PageChoice writes,
      Random64 random,
      WorkloadCounters counters) {
    this.set = set;
    this.step = step;
    this.io = io;
    this.slot = slot;
    this.reads = reads;
    this.writes = writes;
    this.random = random;
    this.counters = counters;
    this.readShare = step.readPct() / 100;
    this.syncsItself = step.sync() == IoKeys.Sync.DSYNC;
  }

  @Override
  public int next() {
    if (step.syncEvery() > 1 && writesSinceSync == step.syncEvery()) {
      writesSinceSync = 0;
      return SYNC;
    }
    if (readShare == 1 || readShare > 0 && random.nextDouble() < readShare) {
      return READ;
    }
    writesSinceSync++;
    return step.syncEvery() == 1 ? WRITE_SYNC : WRITE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation == READ) {
      first = reads.next();
    } else if (operation != SYNC) {
      first = writes.next();
      sequence++;
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    if (operation == READ) {
      int pages = io.read(first, step.readPages());
      readPages += pages;
      return pages;
    }
    int pages = 1;
    if (operation != SYNC) {
      pages = io.write(first, step.writePages(), sequence);
      written(pages);
    }
    if (operation != WRITE) {
      io.sync();
      synced();
    }
    return pages;
  }

  private void written(int pages) {
    for (int i = 0; i < pages; i++) {
      int generation = PageFormat.generation(io.buffer(), i * set.settings().pageBytes());
      if (syncsItself) {
        set.acknowledged().synced(slot, first + i, generation);
      } else if (step.syncEvery() > 0) {
        int place = (int) (unsyncedPages++ % unsynced.length);
        unsynced[place] = first + i;
        unsyncedGenerations[place] = generation;
      }
    }
  }

  private void synced() {
    for (int i = 0; i < Math.min(unsyncedPages, unsynced.length); i++) {
      set.acknowledged().synced(slot, unsynced[i], unsyncedGenerations[i]);
    }
    unsyncedPages = 0;
  }

  /** A call of the system is done or not: there is nothing to undo. */
  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  /** Which pages are chosen depends on the seed alone; what they hold on the turns of threads. */
  @Override
  public long checksum(int operation) {
    return operation == READ ? readPages : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}

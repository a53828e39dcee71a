package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.nio.ByteBuffer;

/** One of innosim's users: its transaction reads a page, changes one of its pool, and commits. */
final class UserWorker implements Worker {

  private static final int READ = IoOperation.READ.ordinal();
  private static final int COMMIT = IoOperation.COMMIT.ordinal();

  /** Bytes that a hit looks at, and numbers that a change writes. */
  private static final int TOUCHED = 256;

  private static final int CHANGES = TOUCHED / Integer.BYTES;

  /** Transactions without I/O in a row, before the worker's thread looks at the end again. */
  private static final int MAX_HITS = 1000;

  private final IoSettings settings;
  private final StepSettings.Innosim model;
  private final DirtyPages dirty;
  private final PageChoice choice;
  private final PageIo io;
  private final LogFile.Writer redo;
  private final LogFile.Writer binlog;
  private final boolean hasLog;
  private final ByteBuffer pool;
  private final int poolPages;
  private final Random64 random;
  private final WorkloadCounters counters;
  private final Laps laps;
  private long page;
  private long readPages;

  /** Whether the transaction that has read goes on with a change. */
  private boolean changes;

  private long sum;

  UserWorker(
      IoSettings settings,
      StepSettings step,
      DirtyPages dirty,
      PageChoice choice,
      PageIo io,
      LogFile.Writer redo,
      LogFile.Writer binlog,
      ByteBuffer pool,
      Random64 random,
      WorkloadCounters counters,
      Laps laps) {
    this.settings = settings;
    this.model = step.innosim();
    this.dirty = dirty;
    this.choice = choice;
    this.io = io;
    this.redo = redo;
    this.binlog = binlog;
    this.hasLog = model.redo().isUsed() || model.binlog().isUsed();
    this.pool = pool;
    this.poolPages = pool.capacity() / settings.pageBytes();
    this.random = random;
    this.counters = counters;
    this.laps = laps;
  }

  @Override
  public int next() {
    for (int hits = 0; hits < MAX_HITS; hits++) {
      if (changes) {
        if (!dirty.add()) {
          return IDLE;
        }
        changes = false;
        change();
        if (hasLog) {
          return COMMIT;
        }
      }
      changes = isDrawn(model.dirtyPct());
      if (!isDrawn(model.hitPct())) {
        return READ;
      }
      hit();
    }
    return IDLE;
  }

  private boolean isDrawn(double pct) {
    return pct > 0 && random.nextDouble() * 100 < pct;
  }

  private int poolPage() {
    return random.nextInt(poolPages) * settings.pageBytes();
  }

  private void hit() {
    counters.add(IoCounter.HITS.ordinal(), 1);
    int at = poolPage();
    for (int i = 0; i < TOUCHED; i++) {
      sum += pool.get(at + i);
    }
  }

  private void change() {
    int at = poolPage();
    for (int i = 0; i < CHANGES; i++) {
      pool.putInt(at + i * Integer.BYTES, random.nextInt(Integer.MAX_VALUE));
    }
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation == READ) {
      page = choice.next();
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    if (operation == READ) {
      int pages = io.read(page, 1);
      pool.put(poolPage(), io.buffer(), 0, settings.pageBytes());
      readPages += pages;
      return pages;
    }
    laps.begin();
    redo.commit();
    binlog.commit();
    laps.end();
    counters.add(IoCounter.COMMITS.ordinal(), 1);
    return 1;
  }

  @Override
  public void rollback() {
    laps.backTo(0);
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  /** The sum of the hits makes sure that they are done. */
  @Override
  public long checksum(int operation) {
    return operation == READ ? readPages : operation == COMMIT && sum == Long.MIN_VALUE ? 1 : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}

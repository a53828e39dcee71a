package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.db.FileAccess;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** innosim's scheduler: draws dirty pages, writes them together, and lists them for the writers. */
final class SchedulerWorker implements Worker {

  /** The most pages of a write. */
  static final int BATCH = 64;

  static final String FILE = "DOUBLEWRITE";

  private static final int DOUBLEWRITE = IoOperation.DOUBLEWRITE.ordinal();

  /** Draws in a row that find nothing but scheduled pages end a batch. */
  private static final int MAX_DRAWS = 10 * BATCH;

  private final PageSet set;
  private final StepSettings.Innosim model;
  private final DirtyPages dirty;
  private final PageChoice choice;
  private final PageIo images;
  private final @Nullable OpenFile file;
  private final WorkloadCounters counters;
  private final long[] pages = new long[BATCH];
  private final int[] generations = new int[BATCH];
  private int count;
  private int pauses;

  /**
   * @param images makes images of pages, and has a buffer for a batch
   */
  SchedulerWorker(
      PageSet set,
      StepSettings step,
      DirtyPages dirty,
      PageChoice choice,
      PageIo images,
      FileSession session,
      WorkloadCounters counters)
      throws DatabaseException {
    this.set = set;
    this.model = step.innosim();
    this.dirty = dirty;
    this.choice = choice;
    this.images = images;
    this.counters = counters;
    this.file =
        model.doublewrite() ? session.open(FILE, new FileAccess(true, step.direct(), false)) : null;
  }

  @Override
  public int next() {
    if (pauses > 0) {
      pauses--;
      return IDLE;
    }
    while (draw()) {
      if (model.doublewrite()) {
        return DOUBLEWRITE;
      }
      list();
    }
    if (dirty.dirty() == 0) {
      pauses = model.schedulerSleepMillis() - 1;
    }
    return IDLE;
  }

  /** Draws a batch; false if there is nothing to draw. */
  private boolean draw() {
    int wanted = Math.min(BATCH, dirty.dirty());
    count = 0;
    if (wanted == 0 || !dirty.hasRoom(wanted)) {
      return false;
    }
    for (int draws = 0; count < wanted && draws < MAX_DRAWS; draws++) {
      long page = choice.next();
      if (dirty.mark(page)) {
        pages[count] = page;
        generations[count++] = set.generations().next(page);
      }
    }
    dirty.take(count);
    return count > 0;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    for (int i = 0; i < count; i++) {
      images.make(i, pages[i], generations[i]);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    images.buffer().limit(count * set.settings().pageBytes()).position(0);
    Objects.requireNonNull(file).write(images.buffer(), 0);
    counters.add(IoCounter.DOUBLEWRITES.ordinal(), 1);
    counters.add(IoCounter.DOUBLEWRITE_PAGES.ordinal(), count);
    counters.add(IoCounter.DIRTY_SUM.ordinal(), dirty.dirty());
    counters.add(IoCounter.PENDING_SUM.ordinal(), dirty.pending());
    list();
    return count;
  }

  private void list() {
    for (int i = 0; i < count; i++) {
      dirty.list(pages[i], generations[i]);
    }
  }

  @Override
  public void rollback() {}

  /** Pages that were not written twice are not written at all. */
  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    for (int i = 0; i < count; i++) {
      dirty.unmark(pages[i]);
    }
  }

  @Override
  public long checksum(int operation) {
    return operation == DOUBLEWRITE ? counters.get(IoCounter.DOUBLEWRITE_PAGES.ordinal()) : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}

package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FileAccess;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.io.PageFormat.Damage;
import java.nio.ByteBuffer;

/** Reads and writes pages for one thread, and counts them. Allocates nothing on success. */
final class PageIo {

  private final PageSet set;
  private final PageLocks locks;
  private final boolean locking;
  private final boolean checks;
  private final int pageBytes;
  private final int writer;
  private final OpenFile[] files;
  private final boolean metadata;
  private final PageFormat format;
  private final ByteBuffer buffer;
  private final WorkloadCounters counters;
  private final boolean[] written;

  /**
   * @param writer the thread's slot among all that write
   * @param blockPages of the largest read or write
   */
  PageIo(
      PageSet set,
      PageLocks locks,
      StepSettings step,
      int writer,
      int blockPages,
      FileSession session,
      WorkloadCounters counters)
      throws DatabaseException {
    this.set = set;
    this.locks = locks;
    this.locking = step.locks();
    this.checks = step.checks();
    this.pageBytes = set.settings().pageBytes();
    this.writer = writer;
    this.metadata = step.sync() == IoKeys.Sync.FSYNC;
    this.format = set.format();
    this.buffer = set.buffer(blockPages * pageBytes);
    this.counters = counters;
    this.files =
        set.files(
            session,
            new FileAccess(step.kind().writes(), step.direct(), step.sync() == IoKeys.Sync.DSYNC));
    this.written = new boolean[files.length];
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /**
   * Reads and checks pages side by side.
   *
   * @return the pages
   */
  int read(long first, int pages) throws DatabaseException {
    if (!locking) {
      readNow(first, pages);
      return pages;
    }
    PageLocks.Held lock = lock(first);
    synchronized (lock) {
      lock.set(true);
      try {
        readNow(first, pages);
      } finally {
        lock.set(false);
      }
    }
    return pages;
  }

  private PageLocks.Held lock(long page) {
    PageLocks.Held lock = locks.of(page);
    if (lock.isHeld()) {
      counters.add(IoCounter.PAGE_LOCK_WAITS.ordinal(), 1);
    }
    return lock;
  }

  private void readNow(long first, int pages) throws DatabaseException {
    int bytes = pages * pageBytes;
    buffer.limit(bytes).position(0);
    int read = files[set.file(first)].read(buffer, set.position(first));
    if (read < bytes) {
      throw new DatabaseException(
          FailureKind.FATAL,
          set.name(first + read / pageBytes) + ": truncated: the file ends here");
    }
    counters.add(IoCounter.PAGES_READ.ordinal(), pages);
    if (checks) {
      check(first, pages);
    }
  }

  private void check(long first, int pages) throws DatabaseException {
    for (int i = 0; i < pages; i++) {
      int at = i * pageBytes;
      int expected = set.generations().get(first + i);
      if (expected < 0) {
        continue;
      }
      Damage damage = format.check(buffer, at, first + i, expected);
      if (damage != Damage.NONE) {
        throw new DatabaseException(
            FailureKind.FATAL,
            set.name(first + i) + ": " + format.describe(damage, buffer, at, expected));
      }
    }
    counters.add(IoCounter.PAGES_CHECKED.ordinal(), pages);
  }

  /**
   * Writes new generations of pages side by side.
   *
   * @param sequence of the thread's writes
   * @return the pages
   */
  int write(long first, int pages, int sequence) throws DatabaseException {
    PageLocks.Held lock = lock(first);
    synchronized (lock) {
      lock.set(true);
      try {
        for (int i = 0; i < pages; i++) {
          int generation = set.generations().next(first + i);
          format.write(buffer, i * pageBytes, first + i, generation, writer, sequence);
        }
        writeNow(first, pages);
      } finally {
        lock.set(false);
      }
    }
    return pages;
  }

  /**
   * Writes the page that {@link #make} has made at the beginning of the buffer.
   *
   * @return 1
   */
  int writeMade(long page) throws DatabaseException {
    PageLocks.Held lock = lock(page);
    synchronized (lock) {
      lock.set(true);
      try {
        writeNow(page, 1);
      } finally {
        lock.set(false);
      }
    }
    return 1;
  }

  /** Makes a page whose image depends on its number and generation alone. */
  void make(int at, long page, int generation) {
    format.write(buffer, at * pageBytes, page, generation, Acknowledged.MAX_WRITERS, generation);
  }

  private void writeNow(long first, int pages) throws DatabaseException {
    int file = set.file(first);
    set.acknowledged().begins(writer, first, pages);
    buffer.limit(pages * pageBytes).position(0);
    try {
      files[file].write(buffer, set.position(first));
    } catch (DatabaseException e) {
      for (int i = 0; i < pages; i++) {
        set.generations().forget(first + i);
      }
      set.acknowledged().ended(writer);
      throw e;
    }
    for (int i = 0; i < pages; i++) {
      set.generations().set(first + i, PageFormat.generation(buffer, i * pageBytes));
    }
    set.acknowledged().ended(writer);
    written[file] = true;
    counters.add(IoCounter.PAGES_WRITTEN.ordinal(), pages);
    counters.add(IoCounter.ROW_BYTES_WRITTEN.ordinal(), (long) pages * pageBytes);
  }

  /** Syncs the files to which the thread has written since the last sync. */
  void sync() throws DatabaseException {
    for (int file = 0; file < files.length; file++) {
      if (written[file]) {
        files[file].force(metadata);
        written[file] = false;
      }
    }
    counters.add(IoCounter.SYNCS.ordinal(), 1);
  }
}

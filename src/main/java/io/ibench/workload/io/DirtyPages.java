package io.ibench.workload.io;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * innosim's dirty pages: users add to a number, the scheduler draws pages for it and lists them,
 * and writers take them from the list. Thread-safe.
 */
final class DirtyPages {

  private final int max;
  private final AtomicInteger dirty = new AtomicInteger();
  private final long[] pages;
  private final int[] generations;
  private final long[] listed;

  /** Guarded by this, as the list is. */
  private long head;

  private long tail;

  /** How many are listed or being written; read without the monitor. */
  private volatile int pending;

  DirtyPages(int max, long allPages) {
    this.max = max;
    int capacity = (int) Math.min(allPages, (long) max + SchedulerWorker.BATCH);
    this.pages = new long[capacity];
    this.generations = new int[capacity];
    this.listed = new long[(int) ((allPages + Long.SIZE - 1) / Long.SIZE)];
  }

  /** Adds a dirty page, unless there are too many. */
  boolean add() {
    if (dirty.get() + pending >= max) {
      return false;
    }
    dirty.incrementAndGet();
    return true;
  }

  int dirty() {
    return dirty.get();
  }

  int pending() {
    return pending;
  }

  void take(int count) {
    dirty.addAndGet(-count);
  }

  /** Marks a page as scheduled; false if it is already. */
  synchronized boolean mark(long page) {
    int word = (int) (page / Long.SIZE);
    long bit = 1L << page;
    if ((listed[word] & bit) != 0) {
      return false;
    }
    listed[word] |= bit;
    return true;
  }

  synchronized void unmark(long page) {
    listed[(int) (page / Long.SIZE)] &= ~(1L << page);
  }

  /** Whether so many pages can be listed, or all pages if these are fewer. */
  synchronized boolean hasRoom(int count) {
    return pages.length - pending >= Math.min(count, pages.length);
  }

  /** Lists a marked page for the writers. */
  synchronized void list(long page, int generation) {
    int place = (int) (tail++ % pages.length);
    pages[place] = page;
    generations[place] = generation;
    pending++;
  }

  /**
   * Takes the next page and its generation.
   *
   * @param into gets both
   * @return false if there is none
   */
  synchronized boolean poll(long[] into) {
    if (head == tail) {
      return false;
    }
    int place = (int) (head++ % pages.length);
    into[0] = pages[place];
    into[1] = generations[place];
    return true;
  }

  /** A page that was taken is written, or given up. */
  synchronized void written(long page) {
    unmark(page);
    pending--;
  }
}

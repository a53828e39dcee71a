package io.ibench.workload.io;

/**
 * Locks of pages: 4096, each for many pages. Enter its monitor with {@code synchronized}, which
 * allocates nothing on the heap. Thread-safe.
 */
final class PageLocks {

  private static final int COUNT = 4096;

  private final Held[] locks = new Held[COUNT];
  private final int pagesOfLock;

  /** A lock, and whether somebody has it. */
  static final class Held {
    private boolean held;

    /** Whether somebody seems to have it; a look before the monitor, for a count. */
    boolean isHeld() {
      return held;
    }

    /** Inside of the monitor. */
    void set(boolean now) {
      held = now;
    }
  }

  /**
   * @param pagesOfLock pages side by side that one lock protects together; a power of two
   */
  PageLocks(int pagesOfLock) {
    this.pagesOfLock = pagesOfLock;
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new Held();
    }
  }

  Held of(long page) {
    return locks[(int) (page / pagesOfLock) & COUNT - 1];
  }
}

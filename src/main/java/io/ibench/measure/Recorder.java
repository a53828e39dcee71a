package io.ibench.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts and latencies of one worker. The worker's thread writes, the ticker's thread drains;
 * neither waits for a lock of the other's, and writing allocates nothing but a histogram at the
 * first failure of an interval.
 *
 * <p>Two sets of books are kept. {@link #flip} swaps them and returns at once; {@link #drainInto}
 * empties the set just taken away, once no write to it is under way ({@link #isQuiet}). A writer
 * that has lost its CPU in the middle of a write may take long to end it; so all recorders are
 * flipped before any is waited for.
 *
 * <p>A write first makes {@link #writes} odd and then looks which books to write to; a flip first
 * swaps the books and then looks at {@link #writes}. Both are volatile, so at least one of the two
 * sees the other: a flip that finds {@link #writes} even may empty the books at once.
 */
public sealed class Recorder permits SharedRecorder {

  private static final VarHandle WRITES;

  static {
    try {
      WRITES = MethodHandles.lookup().findVarHandle(Recorder.class, "writes", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile OperationStats[] active;
  private OperationStats[] inactive;

  /** Begun and ended writes: odd while one is under way. Written by the writer alone. */
  private volatile long writes;

  /** {@link #writes} as the last flip found it. Reader's thread. */
  private long writesAtFlip;

  public Recorder(int operations, int failureKinds, boolean paced) {
    active = books(operations, failureKinds, paced);
    inactive = books(operations, failureKinds, paced);
  }

  private static OperationStats[] books(int operations, int failureKinds, boolean paced) {
    OperationStats[] books = new OperationStats[operations];
    for (int i = 0; i < operations; i++) {
      books[i] = new OperationStats(failureKinds, paced);
    }
    return books;
  }

  /** An operation that did its work, retried or not. Writer's thread. */
  public void success(
      int operation, long intendedNanos, long startNanos, long endNanos, long rows) {
    long begun = beginWrite();
    try {
      active[operation].success(intendedNanos, startNanos, endNanos, rows);
    } finally {
      endWrite(begun);
    }
  }

  /** Many equal successes at once, not paced: only to prove what a week of them does. */
  void successes(int operation, long count, long serviceNanos, long rowsOfEach) {
    long begun = beginWrite();
    try {
      active[operation].successes(count, serviceNanos, rowsOfEach);
    } finally {
      endWrite(begun);
    }
  }

  /** An operation that did not do its work. Writer's thread. */
  public void failure(int operation, int kind, long intendedNanos, long startNanos, long endNanos) {
    long begun = beginWrite();
    try {
      active[operation].failure(kind, intendedNanos, startNanos, endNanos);
    } finally {
      endWrite(begun);
    }
  }

  /** One more attempt at an operation. Writer's thread. */
  public void retry(int operation) {
    long begun = beginWrite();
    try {
      active[operation].retry();
    } finally {
      endWrite(begun);
    }
  }

  /** How long an attempt waited for a pooled connection. Writer's thread. */
  public void waited(int operation, long nanos) {
    long begun = beginWrite();
    try {
      active[operation].waited(nanos);
    } finally {
      endWrite(begun);
    }
  }

  /** An operation that was due before the end and never started. Writer's thread. */
  public void unstarted(int operation, long intendedNanos, long endNanos) {
    long begun = beginWrite();
    try {
      active[operation].unstarted(intendedNanos, endNanos);
    } finally {
      endWrite(begun);
    }
  }

  /** An operation broken off because the step was over. Writer's thread. */
  public void abandoned(int operation, long intendedNanos, long endNanos) {
    long begun = beginWrite();
    try {
      active[operation].abandoned(intendedNanos, endNanos);
    } finally {
      endWrite(begun);
    }
  }

  /** The writer's, or a test's. */
  final long beginWrite() {
    long begun = (long) WRITES.get(this) + 1;
    WRITES.setVolatile(this, begun);
    return begun;
  }

  final void endWrite(long begun) {
    WRITES.setRelease(this, begun + 1);
  }

  /**
   * Takes away what was recorded since the last flip: from now on other books are written. Call
   * {@link #drainInto} before the next one. Returns at once. Reader's thread.
   */
  public void flip() {
    OperationStats[] taken = active;
    active = inactive;
    inactive = taken;
    writesAtFlip = writes;
  }

  /** Whether no write to the books that were taken away is under way. Reader's thread. */
  public boolean isQuiet() {
    return (writesAtFlip & 1) == 0 || writes != writesAtFlip;
  }

  /**
   * Adds what the last flip took away to {@code sums}, by operation, and forgets it. Reader's
   * thread.
   *
   * @throws IllegalStateException while a write to it is under way
   */
  public void drainInto(List<OperationStats> sums) {
    if (!isQuiet()) {
      throw new IllegalStateException("a write is under way");
    }
    for (int i = 0; i < inactive.length; i++) {
      sums.get(i).add(inactive[i]);
      inactive[i].reset();
    }
  }

  /** Empty statistics of the same shape as a recorder's. */
  public static List<OperationStats> emptySums(int operations, int failureKinds, boolean paced) {
    return new ArrayList<>(List.of(books(operations, failureKinds, paced)));
  }
}

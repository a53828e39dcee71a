package io.ibench.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts and latencies of one worker. The worker's thread writes, the ticker's thread drains, both
 * without a lock. A write allocates nothing, except a histogram at its first use.
 *
 * <p>There are two buffers. {@link #flip} swaps them and returns immediately; {@link #drainInto}
 * empties the inactive one, once no write to it is in progress ({@link #isQuiet}). A writer that
 * lost its CPU in the middle of a write may take long to end it; so the ticker flips all recorders
 * before it waits for any.
 *
 * <p>A write first makes {@link #writes} odd and then reads which buffer is active; a flip first
 * swaps the buffers and then reads {@link #writes}. Both fields are volatile, so at least one of
 * the two sees the other: a flip that finds {@link #writes} even may empty the buffer immediately.
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

  /** The number of begun and ended writes: odd during a write. Written by the writer only. */
  private volatile long writes;

  /** {@link #writes} at the last flip. Reader's thread. */
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

  /** A successful operation, retried or not. Writer's thread. */
  public void success(
      int operation, long intendedNanos, long startNanos, long endNanos, long rows) {
    long begun = beginWrite();
    try {
      active[operation].success(intendedNanos, startNanos, endNanos, rows);
    } finally {
      endWrite(begun);
    }
  }

  /** Many equal successes without pacing. Only for tests of large counts. */
  void successes(int operation, long count, long serviceNanos, long rowsOfEach) {
    long begun = beginWrite();
    try {
      active[operation].successes(count, serviceNanos, rowsOfEach);
    } finally {
      endWrite(begun);
    }
  }

  /** An operation that finally failed. Writer's thread. */
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

  /** An attempt waited for a pooled connection. Writer's thread. */
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

  /** An operation that was aborted at the step's end. Writer's thread. */
  public void abandoned(int operation, long intendedNanos, long endNanos) {
    long begun = beginWrite();
    try {
      active[operation].abandoned(intendedNanos, endNanos);
    } finally {
      endWrite(begun);
    }
  }

  /** Called by the writer, and by tests. */
  final long beginWrite() {
    long begun = (long) WRITES.get(this) + 1;
    WRITES.setVolatile(this, begun);
    return begun;
  }

  final void endWrite(long begun) {
    WRITES.setRelease(this, begun + 1);
  }

  /**
   * Swaps the buffers. Call {@link #drainInto} before the next flip. Returns immediately. Reader's
   * thread.
   */
  public void flip() {
    OperationStats[] taken = active;
    active = inactive;
    inactive = taken;
    writesAtFlip = writes;
  }

  /** Whether no write to the inactive buffer is in progress. Reader's thread. */
  public boolean isQuiet() {
    return (writesAtFlip & 1) == 0 || writes != writesAtFlip;
  }

  /**
   * Adds the inactive buffer to {@code sums}, by operation, and empties it. Reader's thread.
   *
   * @throws IllegalStateException while a write to it is in progress
   */
  public void drainInto(List<OperationStats> sums) {
    if (!isQuiet()) {
      throw new IllegalStateException("a write is in progress");
    }
    for (int i = 0; i < inactive.length; i++) {
      sums.get(i).add(inactive[i]);
      inactive[i].reset();
    }
  }

  /** Empty statistics, by operation. */
  public static List<OperationStats> emptySums(int operations, int failureKinds, boolean paced) {
    return new ArrayList<>(List.of(books(operations, failureKinds, paced)));
  }
}

package io.ibench.measure;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Counts and latencies of one worker. The worker's thread writes, the ticker's thread drains;
 * neither waits for a lock of the other's, and writing allocates nothing but a histogram at the
 * first failure of an interval.
 *
 * <p>Two sets of books are kept; draining swaps them. The phaser makes sure that no write to the
 * set just taken away is still under way.
 */
public sealed class Recorder permits SharedRecorder {

  private final WriterReaderPhaser phaser = new WriterReaderPhaser();
  private volatile OperationStats[] active;
  private OperationStats[] inactive;

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
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].success(intendedNanos, startNanos, endNanos, rows);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** Many equal successes at once, not paced: only to prove what a week of them does. */
  void successes(int operation, long count, long serviceNanos, long rowsOfEach) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].successes(count, serviceNanos, rowsOfEach);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** An operation that did not do its work. Writer's thread. */
  public void failure(int operation, int kind, long intendedNanos, long startNanos, long endNanos) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].failure(kind, intendedNanos, startNanos, endNanos);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** One more attempt at an operation. Writer's thread. */
  public void retry(int operation) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].retry();
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** How long an attempt waited for a pooled connection. Writer's thread. */
  public void waited(int operation, long nanos) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].waited(nanos);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** An operation that was due before the end and never started. Writer's thread. */
  public void unstarted(int operation, long intendedNanos, long endNanos) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].unstarted(intendedNanos, endNanos);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** An operation broken off because the step was over. Writer's thread. */
  public void abandoned(int operation, long intendedNanos, long endNanos) {
    long phase = phaser.writerCriticalSectionEnter();
    try {
      active[operation].abandoned(intendedNanos, endNanos);
    } finally {
      phaser.writerCriticalSectionExit(phase);
    }
  }

  /** Adds what was recorded since the last call to {@code sums}, by operation. Reader's thread. */
  public void drainInto(List<OperationStats> sums) {
    phaser.readerLock();
    try {
      OperationStats[] taken = active;
      active = inactive;
      inactive = taken;
      phaser.flipPhase(100_000L);
      for (int i = 0; i < taken.length; i++) {
        sums.get(i).add(taken[i]);
        taken[i].reset();
      }
    } finally {
      phaser.readerUnlock();
    }
  }

  /** Empty statistics of the same shape as a recorder's. */
  public static List<OperationStats> emptySums(int operations, int failureKinds, boolean paced) {
    return new ArrayList<>(List.of(books(operations, failureKinds, paced)));
  }
}

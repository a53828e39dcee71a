package io.ibench.workload.linkbench;

import io.ibench.measure.Clock;

/**
 * Time that passes only while one worker works: a millisecond with each operation. The worker never
 * passes the moment for which the coordinator waits.
 */
final class VirtualClock implements Clock {

  static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private static final long OPERATION_NANOS = 1_000_000;
  private static final long RECHECK_MILLIS = 1;

  private long now;
  private long coordinatorWaitsFor;

  @Override
  public synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized long epochMillis() {
    return EPOCH_MILLIS + now / 1_000_000;
  }

  /**
   * Only the coordinator waits, because there is no rate. It wakes at intervals to see what has
   * ended.
   */
  @Override
  public synchronized void parkUntil(long nanos) {
    coordinatorWaitsFor = nanos;
    notifyAll();
    if (now < nanos) {
      pause();
    }
  }

  /** An operation was performed. */
  synchronized void operationDone() {
    while (now >= coordinatorWaitsFor) {
      pause();
    }
    now += OPERATION_NANOS;
    notifyAll();
  }

  private void pause() {
    try {
      wait(RECHECK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.Recorder;
import io.ibench.workload.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The hot loop of one worker: choose, prepare, wait, execute, record. Runs on the worker's thread;
 * allocates nothing per operation that succeeds.
 */
final class WorkerLoop {

  private static final long NONE = Long.MIN_VALUE;
  private static final VarHandle IN_FLIGHT;
  private static final VarHandle INSIDE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      IN_FLIGHT = lookup.findVarHandle(WorkerLoop.class, "inFlightSince", long.class);
      INSIDE = lookup.findVarHandle(WorkerLoop.class, "insideNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Worker worker;
  private final RetryingExecutor executor;
  private final Recorder recorder;
  private final Clock clock;
  private final boolean[] aside;
  private final FollowGate followGate;
  private final StopFlag stop;
  private final YieldGate gate;
  private long endNanos;
  private long left;
  private long inFlightSince = NONE;
  private long lastNanos = NONE;
  private long insideNanos;
  private volatile long begunNanos = NONE;
  private volatile long endedNanos = NONE;

  /**
   * @param executor the worker's
   * @param aside by operation, whether it is done on the side: at once, whatever the rate, and
   *     without counting as one of the budget
   * @param followGate when the worker may go on
   * @param stop ends the loop before the next operation, and wakes whoever waits
   * @param gate where workers wait for a ticker that is late
   */
  WorkerLoop(
      Worker worker,
      RetryingExecutor executor,
      Recorder recorder,
      Clock clock,
      boolean[] aside,
      FollowGate followGate,
      StopFlag stop,
      YieldGate gate) {
    this.worker = worker;
    this.executor = executor;
    this.recorder = recorder;
    this.clock = clock;
    this.aside = aside;
    this.followGate = followGate;
    this.stop = stop;
    this.gate = gate;
  }

  /**
   * Works until the end, the budget or the worker's own end is reached, or it is stopped.
   *
   * @param budget how many operations to start at most
   */
  void run(Pacer pacer, long startNanos, long startEpochMillis, long stepEndNanos, long budget) {
    begunNanos = startNanos;
    try {
      work(pacer, startNanos, startEpochMillis, stepEndNanos, budget);
    } finally {
      endedNanos = lastNanos;
    }
  }

  private void work(
      Pacer pacer, long startNanos, long startEpochMillis, long stepEndNanos, long budget) {
    lastNanos = startNanos;
    endNanos = stepEndNanos;
    executor.endAt(stepEndNanos);
    left = budget;
    while (left > 0 && !stop.isSet() && followGate.await(worker, endNanos)) {
      if (gate.isTickLate(lastNanos)) {
        gate.awaitTick(lastNanos);
      }
      int operation = worker.next();
      if (operation == Worker.DONE) {
        lastNanos = pacer.finish(lastNanos);
        return;
      }
      worker.prepare(operation, startEpochMillis + (lastNanos - startNanos) / 1_000_000);
      boolean counts = !aside[operation];
      long now = counts ? pacer.await() : clock.nanoTime();
      if (now >= endNanos || stop.isSet()) {
        if (counts) {
          countUnstarted(operation, pacer.intended(), pacer, Math.min(now, lastDue()));
        } else {
          countUnstarted(pacer);
        }
        return;
      }
      if (counts) {
        followGate.ended(perform(operation, pacer.intended(), now));
        left--;
      } else {
        perform(operation, now, now);
      }
    }
    if (left > 0) {
      countUnstarted(pacer);
    } else {
      lastNanos = pacer.finish(lastNanos);
    }
  }

  private void countUnstarted(Pacer pacer) {
    if (followGate.isScheduled()) {
      countUnstarted(nextThatCounts(), pacer.skip(), pacer, lastDue());
    }
  }

  /** The operation just drawn, and all of those left that were due before the end. */
  private void countUnstarted(int first, long firstDue, Pacer pacer, long end) {
    int operation = first;
    long due = firstDue;
    while (followGate.isScheduled() && left > 0 && due < end && operation != Worker.DONE) {
      recorder.unstarted(operation, due, end);
      worker.unstarted(operation);
      left--;
      operation = nextThatCounts();
      due = pacer.skip();
    }
  }

  /** Before when an operation had to be due to be missed. */
  private long lastDue() {
    return stop.isSet() ? Math.min(stop.nanos(), endNanos) : endNanos;
  }

  private int nextThatCounts() {
    int operation = worker.next();
    while (operation != Worker.DONE && aside[operation]) {
      operation = worker.next();
    }
    return operation;
  }

  /** Its rows, or {@link RetryingExecutor#FAILED}. */
  private int perform(int operation, long intended, long start) {
    IN_FLIGHT.setOpaque(this, intended);
    int rows;
    try {
      rows = executor.once(operation);
    } catch (DatabaseException e) {
      rows = executor.recover(operation, intended, start, e);
    }
    lastNanos = clock.nanoTime();
    if (rows != RetryingExecutor.FAILED) {
      recorder.success(operation, intended, start, lastNanos, rows);
    }
    INSIDE.setOpaque(this, insideNanos + (lastNanos - start));
    IN_FLIGHT.setOpaque(this, NONE);
    return rows;
  }

  /** From now on a failure means that the step was over. Any thread. */
  void abort() {
    executor.abort();
  }

  /** Age of the operation under way, from its intended start; 0 for none. Any thread. */
  long inFlightNanos(long now) {
    long since = (long) IN_FLIGHT.getOpaque(this);
    return since == NONE ? 0 : Math.max(0, now - since);
  }

  /** For how long it has been at work. Any thread. */
  long workedNanos(long now) {
    long begun = begunNanos;
    long ended = endedNanos;
    return begun == NONE ? 0 : Math.max(0, (ended == NONE ? now : ended) - begun);
  }

  /**
   * For how long of that it was carrying out operations, the one under way among them: otherwise
   * all of a long one would be in the period in which it ends, and none of it in those before. Of
   * one that is paced the wait for its gate is in it while it is under way. Any thread; who asks
   * while an operation ends may get it twice or not at all, until asked again.
   */
  long insideNanos(long now) {
    return Math.min(workedNanos(now), (long) INSIDE.getOpaque(this) + inFlightNanos(now));
  }

  /** When the last operation ended; {@code otherwise} if the loop never ran. After the run. */
  long lastNanosOr(long otherwise) {
    return lastNanos == NONE ? otherwise : lastNanos;
  }

  Worker worker() {
    return worker;
  }
}

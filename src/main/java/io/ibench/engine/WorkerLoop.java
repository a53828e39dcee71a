package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.Recorder;
import io.ibench.workload.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The hot loop of one worker: choose, prepare, wait, execute, record. Confined to the worker's
 * thread, except where noted; a successful operation allocates nothing.
 */
final class WorkerLoop {

  private static final long NONE = Long.MIN_VALUE;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final VarHandle IN_FLIGHT;
  private static final VarHandle INSIDE;
  private static final VarHandle IDLE_TIME;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      IN_FLIGHT = lookup.findVarHandle(WorkerLoop.class, "inFlightSince", long.class);
      INSIDE = lookup.findVarHandle(WorkerLoop.class, "insideNanos", long.class);
      IDLE_TIME = lookup.findVarHandle(WorkerLoop.class, "idleNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Worker worker;
  private final RetryingExecutor executor;
  private final Recorder recorder;
  private final Clock clock;
  private final boolean[] auxiliary;
  private final FollowGate followGate;
  private final StopFlag stop;
  private final YieldGate gate;
  private final boolean fixedTime;
  private long rowMillis;
  private long endNanos;
  private long left;
  private long unstarted;

  @SuppressWarnings("UnusedVariable") // read by IN_FLIGHT
  private long inFlightSince = NONE;

  private long lastNanos = NONE;
  private long insideNanos;
  private long idleNanos;
  private volatile long begunNanos = NONE;
  private volatile long endedNanos = NONE;

  /**
   * @param auxiliary by operation, whether it is auxiliary: not paced, and not part of the budget
   * @param followGate makes the worker wait for a leader or follower
   * @param stop ends the loop before the next operation
   * @param gate where workers wait for a ticker that is late
   * @param rowTimeMillis the time of the first operation's rows; empty: the time of day
   */
  WorkerLoop(
      Worker worker,
      RetryingExecutor executor,
      Recorder recorder,
      Clock clock,
      boolean[] auxiliary,
      FollowGate followGate,
      StopFlag stop,
      YieldGate gate,
      OptionalLong rowTimeMillis) {
    this.worker = worker;
    this.executor = executor;
    this.recorder = recorder;
    this.clock = clock;
    this.auxiliary = auxiliary;
    this.followGate = followGate;
    this.stop = stop;
    this.gate = gate;
    this.fixedTime = rowTimeMillis.isPresent();
    this.rowMillis = rowTimeMillis.orElse(0);
  }

  /**
   * Works until the end, the budget or the worker's own end is reached, or it is stopped.
   *
   * @param budget the largest number of operations to start
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
      if (operation == Worker.IDLE) {
        if (!idle()) {
          return;
        }
        continue;
      }
      worker.prepare(
          operation,
          fixedTime ? rowMillis++ : startEpochMillis + (lastNanos - startNanos) / 1_000_000);
      boolean counts = !auxiliary[operation];
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

  /** Returns false when the end has come meanwhile. */
  private boolean idle() {
    long now = clock.nanoTime();
    clock.parkUntil(Math.min(now + IDLE_NANOS, endNanos));
    long end = clock.nanoTime();
    IDLE_TIME.setOpaque(this, idleNanos + (end - now));
    return end < endNanos;
  }

  private void countUnstarted(Pacer pacer) {
    if (followGate.isScheduled()) {
      countUnstarted(nextThatCounts(), pacer.skip(), pacer, lastDue());
    }
  }

  /** Counts the operation just drawn, and all later ones that were due before the end. */
  private void countUnstarted(int first, long firstDue, Pacer pacer, long end) {
    int operation = first;
    long due = firstDue;
    while (followGate.isScheduled() && left > 0 && due < end && operation >= 0) {
      recorder.unstarted(operation, due, end);
      worker.unstarted(operation);
      left--;
      unstarted++;
      operation = nextThatCounts();
      due = pacer.skip();
    }
  }

  /** An operation that was due before this time was missed. */
  private long lastDue() {
    return stop.isSet() ? Math.min(stop.nanos(), endNanos) : endNanos;
  }

  private int nextThatCounts() {
    int operation = worker.next();
    while (operation >= 0 && auxiliary[operation]) {
      operation = worker.next();
    }
    return operation;
  }

  /** Returns the operation's rows, or {@link RetryingExecutor#FAILED}. */
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

  /** Whether an operation is in flight. Any thread. */
  boolean isInFlight() {
    return (long) IN_FLIGHT.getOpaque(this) != NONE;
  }

  /** The time inside operations that have ended. Any thread. */
  long finishedNanos() {
    return (long) INSIDE.getOpaque(this);
  }

  /** Grows with each operation that ends and with each call after a failure. Any thread. */
  long progress() {
    return finishedNanos() + executor.calls().begun();
  }

  /** Whether it waits for the server. Any thread. */
  boolean isCalling() {
    return isInFlight() && executor.calls().isCalling();
  }

  /** The current call is broken off after this time without an answer. Any thread. */
  void breakOff(long afterNanos) {
    executor.calls().breakOff(afterNanos);
  }

  /** From now on a failure means that the step has ended. Any thread. */
  void abort() {
    executor.abort();
  }

  /** Age of the operation in flight, from its intended start; 0 without one. Any thread. */
  long inFlightNanos(long now) {
    long since = (long) IN_FLIGHT.getOpaque(this);
    return since == NONE ? 0 : Math.max(0, now - since);
  }

  /**
   * The time since the loop began, or its whole time once it has ended, without that in which the
   * worker had nothing to do. Any thread; a wait counts when it is over.
   */
  long workedNanos(long now) {
    long begun = begunNanos;
    long ended = endedNanos;
    return begun == NONE
        ? 0
        : Math.max(0, (ended == NONE ? now : ended) - begun - (long) IDLE_TIME.getOpaque(this));
  }

  /**
   * The part of {@link #workedNanos} inside operations. It contains the operation in flight:
   * otherwise all of a long operation would be in the period in which it ends. While a paced
   * operation is in flight, its wait after the intended start is included. Any thread; a call while
   * an operation ends may count that operation twice or not at all, until the next call.
   */
  long insideNanos(long now) {
    return Math.min(workedNanos(now), (long) INSIDE.getOpaque(this) + inFlightNanos(now));
  }

  /** The end of the last operation; {@code otherwise} if the loop never ran. After the run. */
  long lastNanosOr(long otherwise) {
    return lastNanos == NONE ? otherwise : lastNanos;
  }

  /** The part of its budget that it has not begun. After the run. */
  long operationsLeft() {
    return left + unstarted;
  }

  Worker worker() {
    return worker;
  }
}

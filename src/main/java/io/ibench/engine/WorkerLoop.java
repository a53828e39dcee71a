package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import io.ibench.measure.Clock;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;

/**
 * The hot loop of one worker: choose, prepare, wait, execute, record. Runs on the worker's thread;
 * allocates nothing per operation that succeeds.
 */
final class WorkerLoop {

  private static final long NONE = Long.MIN_VALUE;
  private static final VarHandle IN_FLIGHT;

  static {
    try {
      IN_FLIGHT =
          MethodHandles.lookup().findVarHandle(WorkerLoop.class, "inFlightSince", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Worker worker;
  private final Recorder recorder;
  private final Clock clock;
  private final RunControl control;
  private final RetryPolicy policy;
  private final Random64 jitter;
  private final WorkerConnection connection;
  private final boolean borrows;
  private final boolean complete;
  private final long errorsMax;
  private long endNanos;
  private long inFlightSince = NONE;
  private long lastNanos = NONE;
  private volatile boolean aborted;

  /**
   * @param jitter a generator of its own, so that retries do not move the worker's stream
   * @param connection the worker's
   * @param complete the first failed operation ends the run
   */
  WorkerLoop(
      Worker worker,
      Recorder recorder,
      Clock clock,
      RunControl control,
      RunSettings settings,
      Random64 jitter,
      WorkerConnection connection,
      boolean complete) {
    this.worker = worker;
    this.recorder = recorder;
    this.clock = clock;
    this.control = control;
    this.policy = new RetryPolicy(settings.retries(), settings.backoffNanos());
    this.errorsMax = settings.errorsMax();
    this.jitter = jitter;
    this.connection = connection;
    this.borrows = connection.isBorrowed();
    this.complete = complete;
  }

  /**
   * Works until the end, the budget or the worker's own end is reached, or the run is stopped.
   *
   * @param budget how many operations to start at most
   */
  void run(Pacer pacer, long startNanos, long startEpochMillis, long stepEndNanos, long budget) {
    lastNanos = startNanos;
    endNanos = stepEndNanos;
    long left = budget;
    boolean over = false;
    while (!over && left > 0 && !control.isStopped()) {
      int operation = worker.next();
      if (operation == Worker.DONE) {
        return;
      }
      worker.prepare(operation, startEpochMillis + (lastNanos - startNanos) / 1_000_000);
      long now = pacer.await();
      if (now >= endNanos || control.isStopped()) {
        over = true;
        countUnstarted(operation, pacer, Math.min(now, endNanos));
      } else {
        perform(operation, pacer.intended(), now);
        left--;
      }
    }
    if (!over && left > 0) {
      countUnstarted(worker.next(), pacer.skip(), pacer, Math.min(lastNanos, endNanos));
    }
  }

  /** The operation just drawn, and all that were due before the end. */
  private void countUnstarted(int operation, Pacer pacer, long endNanos) {
    countUnstarted(operation, pacer.intended(), pacer, endNanos);
  }

  private void countUnstarted(int first, long firstDue, Pacer pacer, long endNanos) {
    int operation = first;
    long due = firstDue;
    while (due < endNanos && operation != Worker.DONE) {
      recorder.unstarted(operation, due, endNanos);
      operation = worker.next();
      due = pacer.skip();
    }
  }

  private void perform(int operation, long intended, long start) {
    IN_FLIGHT.setOpaque(this, intended);
    try {
      succeed(operation, intended, start, attempt(operation));
    } catch (DatabaseException e) {
      recover(operation, intended, start, e);
    }
    IN_FLIGHT.setOpaque(this, NONE);
  }

  private int attempt(int operation) throws DatabaseException {
    return borrows ? attemptOnLoan(operation) : worker.execute(operation);
  }

  /**
   * The wait for the connection is part of the operation's time, and recorded by itself as well.
   */
  private int attemptOnLoan(int operation) throws DatabaseException {
    long asked = clock.nanoTime();
    connection.borrow();
    recorder.waited(operation, clock.nanoTime() - asked);
    try {
      return worker.execute(operation);
    } finally {
      connection.giveBack();
    }
  }

  private void recover(int operation, long intended, long start, DatabaseException first) {
    DatabaseException failure = first;
    boolean uncertain = false;
    for (int attempt = 0; ; attempt++) {
      failure = rollBack(failure);
      uncertain |= failure.kind() == Kind.OUTCOME_UNKNOWN;
      if (aborted) {
        abandon(operation, intended, true);
        return;
      }
      boolean retried = policy.retries(failure.kind(), attempt);
      int settled = Worker.NOT_DONE;
      if (RetryPolicy.isLoss(failure.kind())) {
        OptionalInt restored = restore(operation, failure, retried);
        if (restored.isEmpty() && !control.isStopped()) {
          abandon(operation, intended, failure.kind() == Kind.OUTCOME_UNKNOWN);
          return;
        }
        settled = restored.orElse(Worker.UNSETTLED);
      }
      if (settled >= 0) {
        succeed(operation, intended, start, settled);
        return;
      }
      if (control.isStopped() || settled == Worker.UNSETTLED || !retried) {
        giveUp(operation, start, failure);
        return;
      }
      recorder.retry(operation);
      pause(policy.pauseNanos(attempt, jitter.nextDouble()));
      try {
        succeed(operation, intended, start, attemptAgain(operation, uncertain));
        return;
      } catch (DatabaseException next) {
        failure = next;
      }
    }
  }

  /**
   * A server may go on with what its lost connection had asked for, and commit it only after it was
   * found not to be done. Then its rows are in the way of the retry.
   *
   * @param uncertain an earlier attempt's outcome was unknown
   */
  private int attemptAgain(int operation, boolean uncertain) throws DatabaseException {
    try {
      return attempt(operation);
    } catch (DatabaseException e) {
      if (uncertain && e.kind() == Kind.DUPLICATE_KEY) {
        worker.rollback();
        int settled = worker.settle(operation);
        if (settled >= 0) {
          return settled;
        }
      }
      throw e;
    }
  }

  private void succeed(int operation, long intended, long start, int rows) {
    lastNanos = clock.nanoTime();
    recorder.success(operation, intended, start, lastNanos, rows);
  }

  /** The step is over, and so the operation. */
  private void abandon(int operation, long intended, boolean outcomeUnknown) {
    lastNanos = clock.nanoTime();
    worker.failed(operation, outcomeUnknown);
    recorder.abandoned(operation, intended, lastNanos);
  }

  /** Gets the connection back, and asks what became of an operation that may have been done. */
  private OptionalInt restore(int operation, DatabaseException loss, boolean retried) {
    boolean unknown = loss.kind() == Kind.OUTCOME_UNKNOWN;
    return connection.restore(
        loss,
        () -> unknown ? worker.settle(operation) : Worker.NOT_DONE,
        retried,
        () -> aborted || clock.nanoTime() >= endNanos,
        endNanos);
  }

  /** Rolls back; when that fails too, its failure is the one that counts. */
  private DatabaseException rollBack(DatabaseException failure) {
    if (RetryPolicy.isLoss(failure.kind())) {
      return failure; // The transaction went with its connection.
    }
    try {
      worker.rollback();
      return failure;
    } catch (DatabaseException e) {
      e.addSuppressed(failure);
      return e;
    }
  }

  private void giveUp(int operation, long start, DatabaseException failure) {
    lastNanos = clock.nanoTime();
    Kind kind = failure.kind();
    worker.failed(operation, kind == Kind.OUTCOME_UNKNOWN);
    recorder.failure(operation, kind.ordinal(), start, lastNanos);
    long failed =
        RetryPolicy.isLoss(kind)
            ? 0 // An outage may cost every worker one; outage.max is its limit.
            : control.countFailedOperation();
    if (policy.isHopeless(kind) || complete) {
      control.fail(kind.label() + ": " + failure.getMessage());
    } else if (failed > errorsMax) {
      control.fail(
          failed
              + " failed operations, errors.max = "
              + errorsMax
              + "; the last one: "
              + kind.label()
              + ": "
              + failure.getMessage());
    }
  }

  private void pause(long nanos) {
    long until = clock.nanoTime() + nanos;
    while (!control.isStopped() && clock.nanoTime() < until) {
      clock.parkUntil(until);
    }
  }

  /** From now on a failure means that the step was over. Any thread. */
  void abort() {
    aborted = true;
  }

  /** Age of the operation under way, from its intended start; 0 for none. Any thread. */
  long inFlightNanos(long now) {
    long since = (long) IN_FLIGHT.getOpaque(this);
    return since == NONE ? 0 : Math.max(0, now - since);
  }

  /** When the last operation ended; {@code otherwise} if the loop never ran. After the run. */
  long lastNanosOr(long otherwise) {
    return lastNanos == NONE ? otherwise : lastNanos;
  }

  Worker worker() {
    return worker;
  }
}

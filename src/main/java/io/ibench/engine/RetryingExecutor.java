package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import java.util.OptionalInt;

/**
 * Executes one worker's operations and tries again what fails. Records everything but a success.
 * The worker's thread; allocates nothing for an attempt that succeeds.
 */
final class RetryingExecutor {

  /** Instead of the rows of an operation that was given up or abandoned. */
  static final int FAILED = -1;

  private final Worker worker;
  private final Recorder recorder;
  private final Clock clock;
  private final RunControl control;
  private final StopFlag stop;
  private final RetryPolicy policy;
  private final Random64 jitter;
  private final WorkerConnection connection;
  private final boolean borrows;
  private final boolean complete;
  private final long errorsMax;
  private long endNanos = Long.MAX_VALUE;
  private volatile boolean aborted;

  /**
   * @param stop the worker's: once it is set, nothing is tried again
   * @param jitter a generator of its own, so that retries do not move the worker's stream
   * @param connection the worker's
   * @param complete the first failed operation ends the run
   */
  RetryingExecutor(
      Worker worker,
      Recorder recorder,
      Clock clock,
      RunControl control,
      StopFlag stop,
      RunSettings settings,
      Random64 jitter,
      WorkerConnection connection,
      boolean complete) {
    this.worker = worker;
    this.recorder = recorder;
    this.clock = clock;
    this.control = control;
    this.stop = stop;
    this.policy = new RetryPolicy(settings.retries(), settings.backoffNanos());
    this.errorsMax = settings.errorsMax();
    this.jitter = jitter;
    this.connection = connection;
    this.borrows = connection.isBorrowed();
    this.complete = complete;
  }

  /** From when on no connection is waited for. */
  void endAt(long nanos) {
    endNanos = nanos;
  }

  /** From now on a failure means that the step was over. Any thread. */
  void abort() {
    aborted = true;
  }

  /** Tries it, and returns its rows. */
  int once(int operation) throws DatabaseException {
    return borrows ? onLoan(operation) : worker.execute(operation);
  }

  /**
   * The wait for the connection is part of the operation's time, and recorded by itself as well.
   */
  private int onLoan(int operation) throws DatabaseException {
    long asked = clock.nanoTime();
    connection.borrow();
    long borrowed = clock.nanoTime();
    try {
      return worker.execute(operation);
    } finally {
      recorder.waited(operation, borrowed - asked + connection.takeCheckoutNanos());
      connection.giveBack();
    }
  }

  /**
   * Does what can be done after the first failure.
   *
   * @return the rows of an operation that was done after all, otherwise {@link #FAILED}
   */
  int recover(int operation, long intended, long start, DatabaseException first) {
    DatabaseException failure = first;
    boolean uncertain = false;
    for (int attempt = 0; ; attempt++) {
      failure = rollBack(failure);
      uncertain |= failure.kind() == FailureKind.OUTCOME_UNKNOWN;
      if (aborted) {
        return abandon(operation, intended, true);
      }
      boolean retried = policy.retries(failure.kind(), attempt);
      int resolved = Worker.NOT_EXECUTED;
      if (RetryPolicy.isLoss(failure.kind())) {
        OptionalInt restored = restore(operation, failure, retried);
        if (restored.isEmpty() && !control.isStopped()) {
          return abandon(operation, intended, failure.kind() == FailureKind.OUTCOME_UNKNOWN);
        }
        resolved = restored.orElse(Worker.UNKNOWN_OUTCOME);
      }
      if (resolved >= 0) {
        return resolved;
      }
      if (control.isStopped() || resolved == Worker.UNKNOWN_OUTCOME || !retried) {
        return giveUp(operation, intended, start, failure);
      }
      pause(policy.pauseNanos(attempt, jitter.nextDouble()));
      if (stop.isSet() && !control.isStopped()) {
        return abandon(operation, intended, false);
      }
      recorder.retry(operation);
      try {
        return again(operation, uncertain);
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
  private int again(int operation, boolean uncertain) throws DatabaseException {
    try {
      return once(operation);
    } catch (DatabaseException e) {
      if (uncertain && e.kind() == FailureKind.DUPLICATE_KEY) {
        worker.rollback();
        int resolved = worker.resolveOutcome(operation);
        if (resolved >= 0) {
          return resolved;
        }
      }
      throw e;
    }
  }

  /** The step is over, and so the operation. */
  private int abandon(int operation, long intended, boolean outcomeUnknown) {
    worker.failed(operation, outcomeUnknown);
    recorder.abandoned(operation, intended, clock.nanoTime());
    return FAILED;
  }

  /** Gets the connection back, and asks what became of an operation that may have been done. */
  private OptionalInt restore(int operation, DatabaseException loss, boolean retried) {
    boolean unknown = loss.kind() == FailureKind.OUTCOME_UNKNOWN;
    return connection.restore(
        loss,
        () -> unknown ? worker.resolveOutcome(operation) : Worker.NOT_EXECUTED,
        retried,
        () -> aborted || stop.isSet() || clock.nanoTime() >= endNanos,
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

  private int giveUp(int operation, long intended, long start, DatabaseException failure) {
    FailureKind kind = failure.kind();
    worker.failed(operation, kind == FailureKind.OUTCOME_UNKNOWN);
    long now = clock.nanoTime();
    recorder.failure(operation, kind.ordinal(), intended, start, now);
    control.firstFailures().add(operation, failure, now);
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
    return FAILED;
  }

  private void pause(long nanos) {
    long until = clock.nanoTime() + nanos;
    while (!stop.isSet() && !control.isStopped() && clock.nanoTime() < until) {
      clock.parkUntil(until);
    }
  }
}

package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import java.util.OptionalInt;

/**
 * Executes one worker's operations and retries failed ones. Records everything but successes.
 * Confined to the worker's thread; allocates nothing for an attempt that succeeds.
 */
final class RetryingExecutor {

  /** Returned instead of the rows of an operation that was given up or abandoned. */
  static final int FAILED = -1;

  private final Worker worker;
  private final Recorder recorder;
  private final Clock clock;
  private final RunControl control;
  private final StopFlag stop;
  private final RetryPolicy policy;
  private final Random64 jitter;
  private final WorkerConnection connection;
  private final RecoveryCalls calls;
  private final boolean borrows;
  private final boolean complete;
  private final long errorsMax;
  private long endNanos = Long.MAX_VALUE;
  private volatile boolean aborted;

  /**
   * @param stop once it is set, nothing is retried
   * @param jitter a separate generator, so that retries do not change the worker's random numbers
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
    this.policy =
        new RetryPolicy(settings.retries(), settings.backoffNanos(), settings.outages().kinds());
    this.errorsMax = settings.errorsMax();
    this.jitter = jitter;
    this.connection = connection;
    this.calls = connection.calls();
    this.borrows = connection.isBorrowed();
    this.complete = complete;
  }

  /** Sets the time from which no wait for a connection begins. */
  void endAt(long nanos) {
    endNanos = nanos;
  }

  /** From now on a failure means that the step has ended. Any thread. */
  void abort() {
    aborted = true;
    worker.abort();
  }

  /** What the worker waits for after a failure. */
  RecoveryCalls calls() {
    return calls;
  }

  /** One attempt; returns its rows. */
  int once(int operation) throws DatabaseException {
    return borrows ? onLoan(operation) : worker.execute(operation);
  }

  /** The wait for the connection is part of the operation's time, and also recorded separately. */
  private int onLoan(int operation) throws DatabaseException {
    long requested = clock.nanoTime();
    connection.borrow();
    long borrowed = clock.nanoTime();
    try {
      return worker.execute(operation);
    } finally {
      recorder.waited(operation, borrowed - requested + connection.takeCheckoutNanos());
      connection.giveBack();
    }
  }

  /**
   * Reconnects, looks outcomes up and retries after the first failure.
   *
   * @return the rows of a success, otherwise {@link #FAILED}
   */
  int recover(int operation, long intended, long start, DatabaseException first) {
    calls.begin();
    try {
      return recoverFrom(calls.explained(first), operation, intended, start);
    } finally {
      calls.end();
    }
  }

  private int recoverFrom(DatabaseException first, int operation, long intended, long start) {
    DatabaseException failure = first;
    boolean uncertain = false;
    for (int attempt = 0; ; attempt++) {
      failure = rollBack(failure);
      uncertain |= failure.kind() == FailureKind.OUTCOME_UNKNOWN;
      if (aborted) {
        return abandon(operation, intended, true);
      }
      boolean outage = policy.isOutage(failure.kind());
      if (outage && !RetryPolicy.isLoss(failure.kind())) {
        recorder.retry(operation);
        try {
          return awaitService(operation, intended, start, failure, uncertain);
        } catch (DatabaseException next) {
          failure = next;
          continue;
        }
      }
      boolean retried =
          policy.retries(failure.kind(), attempt)
              || attempt < policy.retries() && worker.isRepeatable(operation, failure.kind());
      int resolved = Worker.NOT_EXECUTED;
      if (outage) {
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
   * A retry. The server may commit the operation of a lost connection after the lookup did not find
   * it. Then the retry fails with a duplicate key, and the operation is done.
   *
   * @param uncertain an earlier attempt's outcome was unknown
   */
  private int again(int operation, boolean uncertain) throws DatabaseException {
    try {
      return calls.call(() -> once(operation));
    } catch (DatabaseException e) {
      if (uncertain && e.kind() == FailureKind.DUPLICATE_KEY) {
        rollBack();
        int resolved = calls.call(() -> worker.resolveOutcome(operation));
        if (resolved >= 0) {
          return resolved;
        }
      }
      throw e;
    }
  }

  /**
   * Executes the operation until the server does not refuse it any more.
   *
   * @return as {@link #recover}
   * @throws DatabaseException when it fails for another reason
   */
  private int awaitService(
      int operation, long intended, long start, DatabaseException refusal, boolean uncertain)
      throws DatabaseException {
    OptionalInt rows =
        connection.awaitService(
            refusal, () -> againOrRolledBack(operation, uncertain), this::isOver, endNanos);
    if (rows.isPresent()) {
      return rows.getAsInt();
    }
    return control.isStopped()
        ? giveUp(operation, intended, start, refusal)
        : abandon(operation, intended, false);
  }

  private int againOrRolledBack(int operation, boolean uncertain) throws DatabaseException {
    try {
      return again(operation, uncertain);
    } catch (DatabaseException e) {
      throw rollBack(e);
    }
  }

  private boolean isOver() {
    return aborted || stop.isSet() || clock.nanoTime() >= endNanos;
  }

  /** The step has ended, so the operation ends too. */
  private int abandon(int operation, long intended, boolean outcomeUnknown) {
    worker.failed(operation, outcomeUnknown);
    recorder.abandoned(operation, intended, clock.nanoTime());
    return FAILED;
  }

  /** Reconnects, and looks up the outcome of an operation that may have been done. */
  private OptionalInt restore(int operation, DatabaseException loss, boolean retried) {
    boolean unknown = loss.kind() == FailureKind.OUTCOME_UNKNOWN;
    return connection.restore(
        loss,
        () -> unknown ? worker.resolveOutcome(operation) : Worker.NOT_EXECUTED,
        retried,
        this::isOver,
        endNanos);
  }

  /** Rolls back; returns the failure of the rollback if it fails too. */
  private DatabaseException rollBack(DatabaseException failure) {
    if (RetryPolicy.isLoss(failure.kind())) {
      return failure; // The transaction went with its connection.
    }
    try {
      rollBack();
      return failure;
    } catch (DatabaseException e) {
      e.addSuppressed(failure);
      return e;
    }
  }

  private void rollBack() throws DatabaseException {
    calls.call(
        () -> {
          worker.rollback();
          return true;
        });
  }

  private int giveUp(int operation, long intended, long start, DatabaseException failure) {
    FailureKind kind = failure.kind();
    worker.failed(operation, kind == FailureKind.OUTCOME_UNKNOWN);
    long now = clock.nanoTime();
    recorder.failure(operation, kind.ordinal(), intended, start, now);
    control.firstFailures().add(operation, failure, now);
    long failed =
        policy.isOutage(kind)
            ? 0 // An outage may cost every worker one; outage.max is its limit.
            : control.countFailedOperation();
    if (policy.isHopeless(kind) || complete || failure.isInvalidSetting()) {
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

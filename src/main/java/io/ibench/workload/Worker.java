package io.ibench.workload;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;

/**
 * One thread's share of a step. Confined to that thread. Must not read a clock and must not
 * allocate per operation.
 *
 * <p>The engine calls {@code next}, {@code prepare} and {@code execute} in this order. The worker
 * chooses the operation, so that a load can run out of rows and a mix uses the same random stream
 * as everything else.
 */
public interface Worker {

  /**
   * {@link #next} returns this when the worker has nothing left to do. When a follower returns it,
   * the worker that it follows goes on alone.
   */
  int DONE = -1;

  /**
   * {@link #next} returns this when the worker waits for others of its step. The engine calls it
   * again after a pause of a millisecond at most, which is in no operation's time.
   */
  int IDLE = -2;

  /**
   * {@link #resolveOutcome} returns this for an operation that was not executed, or may be executed
   * again.
   */
  int NOT_EXECUTED = -1;

  /** {@link #resolveOutcome} returns this when the outcome stays unknown. */
  int UNKNOWN_OUTCOME = -2;

  /**
   * The worker that this one follows has committed an operation of {@code rows} rows, at least 1.
   * Called once for each such operation, in a group that follows another one, before the {@link
   * #next} of the operation that answers it. Auxiliary operations are no answer: when {@code next}
   * returns one, it is executed, and {@code next} is called again without another {@code followed}.
   * An answer that fails for good still counts as the answer.
   */
  default void followed(int rows) {}

  /**
   * Chooses the next operation. Not timed. After the end of a step the chosen operation is neither
   * prepared nor executed. Therefore a series of auxiliary operations ({@link
   * io.ibench.measure.Role#AUXILIARY}) must end with one that counts, even if none of them is
   * executed.
   */
  int next();

  /**
   * The operation that {@link #next} just chose was due, but the step is over. It counts as not
   * started, and {@code next} is called for the one that was due after it.
   */
  default void unstarted(int operation) {}

  /**
   * Chooses keys and binds values. Not timed.
   *
   * @param epochMillis the wall time, for rows with a time
   */
  void prepare(int operation, long epochMillis);

  /**
   * Executes the operation on the database; the only part that is timed. May be called again for
   * the same preparation, after {@link #rollback}.
   *
   * @return rows read or written; of an operation whose role is INSERT or DELETE, only the rows
   *     that it has inserted or deleted
   */
  int execute(int operation) throws DatabaseException;

  /**
   * Whether the operation is also repeated after this failure, with the same values. Deadlocks,
   * lock timeouts and lost connections are repeated anyway. Such as DUPLICATE_KEY for a transaction
   * that deletes and inserts a row which others delete and insert too.
   */
  default boolean isRepeatable(int operation, FailureKind failure) {
    return false;
  }

  /**
   * Ends a pause of {@link #execute} itself: it fails with CONNECTION_LOST, now and from now on.
   * The engine aborts the session for whatever else it waits for, and unparks the thread. Called
   * from any thread, after the end of the step.
   */
  default void abort() {}

  /** Rolls back a failed {@link #execute}. */
  void rollback() throws DatabaseException;

  /**
   * Finds out whether an operation with an unknown outcome was executed, on connections that work
   * again. Counts towards the operation's latency, not towards the database's work.
   *
   * @return the rows that it wrote, if it was executed; {@link #NOT_EXECUTED}, also when it is
   *     idempotent; {@link #UNKNOWN_OUTCOME}: it counts as failed
   */
  default int resolveOutcome(int operation) throws DatabaseException {
    return UNKNOWN_OUTCOME;
  }

  /**
   * The operation failed for good.
   *
   * @param outcomeUnknown it may have been executed
   */
  void failed(int operation, boolean outcomeUnknown);

  /**
   * A hash of all answers that the worker's executions of an operation got: the rows that it read
   * with all their columns ({@link io.ibench.db.Prepared#resultHash}), and how many rows it
   * changed. Equal on every database for one seed. The result has the sum over all workers, so a
   * load whose rows the threads share out in any order returns a plain sum, such as its number of
   * rows. Read after the worker's end.
   */
  long checksum(int operation);

  /** What it counts besides its operations; see {@link Plan#counters}. */
  WorkloadCounters counters();

  /**
   * What the workload's books take from this worker, if they take it from other counters: other
   * processes get it through {@link WorkloadRun#addCounted}.
   */
  default WorkloadCounters booked() {
    return counters();
  }
}

package io.ibench.workload;

import io.ibench.db.DatabaseException;

/**
 * One thread's share of a step. Never reads a clock, and allocates nothing per operation.
 *
 * <p>The engine calls {@code next}, {@code prepare} and {@code execute} in this order. The choice
 * of the operation is the worker's, so that a load can run out of rows and a mix be drawn from the
 * same stream as everything else.
 */
public interface Worker {

  /**
   * What {@link #next} says when there is nothing left to do. If a worker that follows another one
   * says so, the other one goes on alone.
   */
  int DONE = -1;

  /**
   * What {@link #resolveOutcome} says of an operation that was not done, and may be executed again.
   */
  int NOT_EXECUTED = -1;

  /** What {@link #resolveOutcome} says when it cannot tell. */
  int UNKNOWN_OUTCOME = -2;

  /**
   * The worker that this one follows has committed an operation of so many rows, more than none.
   * Called once for each, in a group that follows another one, before the {@link #next} of the
   * operation that answers it. Operations on the side do not answer it: if {@code next} says one of
   * those first, it is executed, and {@code next} is called again without another {@code followed}.
   * An answer that fails for good was one all the same.
   */
  default void followed(int rows) {}

  /**
   * Chooses the next operation. Not timed. When a step is over, what would have come next is not
   * prepared or executed any more. So an operation on the side ({@link Plan.Role#ASIDE}) is chosen
   * only so often in a row that one that counts will follow, even if none of them is executed.
   */
  int next();

  /**
   * The operation that {@link #next} has just chosen was due, but the step is over. It is counted
   * as left undone, and {@code next} is asked for the one that was due after it.
   */
  default void unstarted(int operation) {}

  /**
   * Chooses keys and binds. Not timed.
   *
   * @param epochMillis wall time, for rows that bear one
   */
  void prepare(int operation, long epochMillis);

  /**
   * Talks to the database; the only part that is timed. May be called again for the same
   * preparation, after {@link #rollback}.
   *
   * @return rows read or written
   */
  int execute(int operation) throws DatabaseException;

  /** Undoes what a failed {@link #execute} left behind. */
  void rollback() throws DatabaseException;

  /**
   * Finds out what became of an operation that ended with an unknown outcome, on connections that
   * work again. Not part of what the operation costs the database, but of its time.
   *
   * @return the rows it wrote, if it was done; {@link #NOT_EXECUTED}, also when doing it twice is
   *     the same as doing it once; {@link #UNKNOWN_OUTCOME}, and then it counts as failed
   */
  default int resolveOutcome(int operation) throws DatabaseException {
    return UNKNOWN_OUTCOME;
  }

  /**
   * The operation failed for good.
   *
   * @param outcomeUnknown it may have been done all the same
   */
  void failed(int operation, boolean outcomeUnknown);

  /** Everything that an operation has read, folded; equal on every database for one seed. */
  long checksum(int operation);

  WorkloadCounters tallies();
}

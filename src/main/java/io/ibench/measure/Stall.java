package io.ibench.measure;

/**
 * A time in which the database answered much less than usual, although operations were in flight.
 * Immutable.
 *
 * @param operations the largest number of operations that it caught at one time
 * @param continues it is the rest of a stall that a period's boundary has cut
 */
public record Stall(
    Kind kind,
    long startNanos,
    long startEpochMillis,
    long endNanos,
    int operations,
    boolean continues) {

  /** What was noticed. */
  public enum Kind {
    /** No operation ended. */
    STOPPED,
    /** The rate was below a share of its median. */
    SLOW,
    /** An operation was older than a limit, while others ended. */
    OLD
  }

  public long nanos() {
    return endNanos - startNanos;
  }

  Stall with(Stall rest) {
    return new Stall(
        kind,
        startNanos,
        startEpochMillis,
        rest.endNanos,
        Math.max(operations, rest.operations),
        continues);
  }
}

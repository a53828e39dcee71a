package io.ibench.db;

/**
 * A command made ready for one worker.
 *
 * <p>Used by the thread of its session alone. Values stay bound: {@code execute} without binding
 * anew repeats the command with the same values, which is how a deadlock is retried. A batch ends
 * with {@code execute}; the first binding after it begins the next one.
 */
public interface Prepared {

  /** {@link #old()} when there was no such row. */
  long ABSENT = -1;

  void setLong(int parameter, long value);

  /** Binds the first {@code length} bytes, copied now: the caller may reuse the array. */
  void setBytes(int parameter, byte[] value, int length);

  /** Binds {@code count} values, 1 to the condition's max, to an IN condition. */
  void setLongs(int parameter, long[] values, int count);

  /** Ends a row of an insert with a batch above 1. */
  void addBatch();

  /**
   * Runs the command and, for a select, reads every column of every row.
   *
   * @return rows read, inserted, matched by an update (changed or not) or deleted; 1 for an upsert
   */
  int execute() throws DatabaseException;

  /**
   * The value that the command's {@code old} column had before the last execution, or {@link
   * #ABSENT}.
   */
  long old();

  /**
   * Everything that the last execution of a select has read, as {@link RowHash} folds it: each
   * column of a row in turn, and the sum over the rows.
   */
  default long fold() {
    throw new IllegalStateException("the command does not read rows");
  }

  /** A number read by the last execution. */
  long getLong(int row, int column);

  /**
   * Copies bytes read by the last execution.
   *
   * @return their length; when {@code into} is shorter only what fits was copied
   */
  int getBytes(int row, int column, byte[] into);
}

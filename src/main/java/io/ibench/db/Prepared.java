package io.ibench.db;

/**
 * A command prepared for one session. Confined to the session's thread.
 *
 * <p>Values stay bound: {@code execute} without binding again repeats the command with the same
 * values, which is how the engine retries after a deadlock. A batch ends with {@code execute}; the
 * first binding after it begins the next batch. A batch without a row, or with more rows than the
 * command allows, is an {@link IllegalStateException}: it is a mistake of the caller.
 *
 * <p>The defaults are for commands without lists, batches, old values or results.
 */
public interface Prepared {

  /** Value of {@link #old()} when there was no such row. */
  long ABSENT = -1;

  /**
   * Binds a number; for a TIME column milliseconds since 1970 UTC, in whole seconds, and for a
   * FLOAT column hundredths.
   */
  void setLong(int parameter, long value);

  /**
   * Binds the first {@code length} bytes, copied now: the caller may reuse the array. For a column
   * of text they are ASCII characters.
   */
  void setBytes(int parameter, byte[] value, int length);

  /**
   * Binds {@code count} values to a condition with a list: 1 to its maximum for IN, all that it
   * takes for the others.
   */
  default void setLongs(int parameter, long[] values, int count) {
    throw new IllegalStateException("parameter " + parameter + " is not a list");
  }

  /**
   * Binds a value of bytes to an IN condition. The first one, at index 0, begins a new list; the
   * others follow one by one. The first {@code length} bytes are copied now.
   */
  default void setBytesAt(int parameter, int index, byte[] value, int length) {
    throw new IllegalStateException("parameter " + parameter + " is not a list of bytes");
  }

  /**
   * Ends a row of an insert with a batch above 1.
   *
   * @throws IllegalStateException for a row above the command's maximum
   */
  default void addBatch() {
    throw new IllegalStateException("not an insert with a batch above 1");
  }

  /**
   * Executes the command. A select reads every column of every row, unless {@link #readValues} says
   * otherwise.
   *
   * @return rows read, inserted, matched by an update (changed or not) or deleted; 1 for an upsert,
   *     a sum or a count
   * @throws IllegalStateException for a batch without rows
   */
  int execute() throws DatabaseException;

  /**
   * Whether the next executions of a select read the values of rows, as they do at first, or only
   * count rows that have arrived, as clients in C do that leave an answer in the driver's buffer.
   * Where a value arrives, or is made, when it is read, it is read all the same. After an execution
   * that only counts there is no row to read, and {@link #resultHash} says nothing.
   */
  default void readValues(boolean wanted) {}

  /**
   * The value that the command's {@code old} column had before the last execution, or {@link
   * #ABSENT}.
   */
  default long old() {
    throw new IllegalStateException("the command does not report an old value");
  }

  /**
   * The hash of all rows that the last execution of a select has read: each column of a row in
   * turn, and the sum over the rows, as {@link RowHash} computes it.
   */
  default long resultHash() {
    throw new IllegalStateException("the command does not read rows");
  }

  /**
   * A number read by the last execution.
   *
   * @throws IllegalStateException when it read no such row; a select may have read none: {@code
   *     execute} returns how many
   */
  default long getLong(int row, int column) {
    throw new IllegalStateException("the command does not read rows");
  }

  /**
   * Copies bytes read by the last execution.
   *
   * @return their length; if {@code into} is shorter, only the first bytes are copied
   * @throws IllegalStateException when it read no such row
   */
  default int getBytes(int row, int column, byte[] into) {
    throw new IllegalStateException("the command does not read rows");
  }

  /**
   * What each adapter's {@link #getLong} and {@link #getBytes} check first. Allocates nothing.
   *
   * @param row from 0
   * @param rows that the last execution read
   * @throws IllegalStateException when there is no such row
   */
  static void requireRow(int row, int rows) {
    if (row < 0 || row >= rows) {
      throw new IllegalStateException("the last execution read no row " + row);
    }
  }
}

package io.ibench.db;

import java.util.List;

/**
 * A statement of the product's own language, prepared for one session. Confined to the session's
 * thread. Bind all parameters before each execution: values are not kept when the session replaces
 * its connection.
 */
public interface NativePrepared {

  /**
   * Binds a whole number; the product converts it to the type that it has inferred.
   *
   * @throws DatabaseException of kind FATAL when that type cannot hold it
   */
  void setLong(int parameter, long value) throws DatabaseException;

  void setDouble(int parameter, double value) throws DatabaseException;

  /**
   * Binds an exact number that is no whole number of 64 bits; without a way of the product's own,
   * as its text.
   *
   * @param value in decimal digits, without an exponent
   */
  default void setDecimal(int parameter, String value) throws DatabaseException {
    setText(parameter, value);
  }

  void setBoolean(int parameter, boolean value) throws DatabaseException;

  void setText(int parameter, String value) throws DatabaseException;

  /** Binds a binary value. */
  default void setBytes(int parameter, byte[] value) throws DatabaseException {
    throw new DatabaseException(
        FailureKind.FATAL, "parameter " + (parameter + 1) + " cannot be a binary value here");
  }

  void setNull(int parameter) throws DatabaseException;

  /**
   * Keeps the bound values as a row of an insert. The next execution inserts the rows from 0 to the
   * last one that was added, and forgets them if it succeeds. Only of a session that does not take
   * the values of many rows in one statement; see {@link Session#insertsManyRows}.
   *
   * @param row 0 for the first row, which forgets all that were added before
   */
  default void addBatch(int row) throws DatabaseException {
    throw new UnsupportedOperationException("one statement takes the values of many rows");
  }

  /**
   * Executes the statement, and reads every column of every row that it returns.
   *
   * @return rows read; of a statement without rows, the rows that it has changed
   * @throws DatabaseException of kind OUTCOME_UNKNOWN when a change that commits by itself, or a
   *     commit, may or may not have happened
   */
  int execute() throws DatabaseException;

  /** Whether the last execution returned rows, or could have: it is a read. */
  boolean isRead();

  /**
   * The hash of all rows of the last execution, in any order: whole numbers as {@link
   * RowHash#number}, every other value as the bytes of its text in UTF-8, NULL as a fixed number. 0
   * for a statement that is no read.
   */
  long resultHash();

  /** The names of the columns of the last execution, in order; empty for a change. */
  List<String> columns();

  /** How many rows of the last execution it has kept; see {@link Native#keptRows}. */
  int keptRows();

  /** The kind of a value of a kept row. */
  NativeKind kind(int row, int column);

  /** A value of kind INTEGER, or 1 or 0 of kind BOOLEAN. */
  long getLong(int row, int column);

  /** A value of kind DOUBLE. */
  double getDouble(int row, int column);

  /** A value of any kind as text; empty for NULL. One of kind DECIMAL has all its digits. */
  String getText(int row, int column);
}

package io.ibench.db;

/** The rows of a {@link Scan}. Confined to the thread that opened it, which also closes it. */
public interface Cursor extends AutoCloseable {

  /** Moves to the next row; false after the last one. */
  boolean next() throws DatabaseException;

  /** A number of the current row, by position in the scan's columns, from 0. */
  long getLong(int column) throws DatabaseException;

  @Override
  void close() throws DatabaseException;
}

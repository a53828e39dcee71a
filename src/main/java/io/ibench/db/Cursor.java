package io.ibench.db;

/** The rows of a {@link Scan}, one at a time. Used and closed by the thread that opened it. */
public interface Cursor extends AutoCloseable {

  /** Moves to the next row; false when there is none. */
  boolean next() throws DatabaseException;

  /** A number of the present row, by position in the scan's columns, from 0. */
  long getLong(int column) throws DatabaseException;

  @Override
  void close() throws DatabaseException;
}

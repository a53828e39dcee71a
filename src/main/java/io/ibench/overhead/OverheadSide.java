package io.ibench.overhead;

import io.ibench.db.DatabaseException;

/** One of the two sides of a comparison, with a connection of its own. Not thread-safe. */
interface OverheadSide extends AutoCloseable {

  /** Performs the operation so many times. */
  void perform(int operations) throws DatabaseException;

  /** The rows that reads have returned so far. */
  long rowsRead();

  @Override
  void close() throws DatabaseException;
}

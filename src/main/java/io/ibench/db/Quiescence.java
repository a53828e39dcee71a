package io.ibench.db;

import java.util.List;

/**
 * A database that is being brought to rest: what was written goes to where it will stay. Used by
 * one thread.
 */
public interface Quiescence extends AutoCloseable {

  /** Of a database that has nothing to bring to rest. */
  Quiescence NOTHING_TO_DO =
      new Quiescence() {
        @Override
        public boolean isSettled() {
          return true;
        }

        @Override
        public List<String> facts() {
          return List.of();
        }

        @Override
        public void close() {}
      };

  /** Whether everything is done that the product can tell of; ask it again until it is. */
  boolean isSettled() throws DatabaseException;

  /** What was done, and what could not be and why, one line each. Complete after {@link #close}. */
  List<String> facts();

  /** Ends it, and restores every setting of the server that was changed. */
  @Override
  void close() throws DatabaseException;
}

package io.ibench.db;

import java.util.List;

/** What the sessions of a server do at a moment. Has a connection of its own; for one thread. */
public interface WaitStates extends AutoCloseable {

  /** The state of a session that waits for nothing that the server knows of. */
  String CPU = "CPU";

  /**
   * For each other session of this database that works on a statement: what it waits for, in the
   * product's words, such as {@code Lock transactionid}; or {@link #CPU}.
   */
  List<String> now() throws DatabaseException;

  /** How long after the end of a look the next one sees something new. */
  default long leastNanos() {
    return 0;
  }

  @Override
  void close() throws DatabaseException;
}

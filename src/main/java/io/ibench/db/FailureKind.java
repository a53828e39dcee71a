package io.ibench.db;

import java.util.Locale;

/** The kind of a failure, with the same meaning on every product. */
public enum FailureKind {
  /**
   * The server has rolled back this transaction in favor of another one, or it did nothing because
   * of another one: the engine repeats the operation. An upsert that loses a race is of this kind:
   * its row was missing when it looked, and another session has inserted it meanwhile.
   */
  DEADLOCK,
  /** The server's time limit for waiting on a lock has passed. */
  LOCK_TIMEOUT,
  /** An insert whose key exists; never an upsert. */
  DUPLICATE_KEY,
  CONNECTION_LOST,
  /** The statement exceeded its time limit, or no pooled connection became free in time. */
  TIMEOUT,
  /** The server's limit of connections, or of prepared statements, is reached. */
  TOO_MANY_CONNECTIONS,
  /** The server takes no writes; a node that has lost its cluster takes no reads either. */
  READ_ONLY,
  DISK_FULL,
  DENIED,
  /** No such database, table, column or index. */
  NOT_FOUND,
  SERVER_SHUTDOWN,
  /** The connection was lost during a commit, which may or may not have succeeded. */
  OUTCOME_UNKNOWN,
  FATAL;

  /** Whether the connection is unusable from now on. */
  public boolean isConnectionLoss() {
    return this == CONNECTION_LOST || this == SERVER_SHUTDOWN;
  }

  /** Whether the server takes no writes, or not those of this user. */
  public boolean refusesWrites() {
    return this == READ_ONLY || this == DENIED;
  }

  /** The name in results: lower case, words joined by underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

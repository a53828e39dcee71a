package io.ibench.db;

import java.util.Locale;

/** What went wrong, in terms that mean the same on every product. */
public enum FailureKind {
  /** The server chose this transaction as a victim; nothing of it was kept. */
  DEADLOCK,
  /** A lock was not to be had in the time that the server allows. */
  LOCK_TIMEOUT,
  DUPLICATE_KEY,
  CONNECTION_LOST,
  /** The statement took longer than allowed. */
  TIMEOUT,
  /** The server has no room for one more, or for what one more would keep prepared. */
  TOO_MANY_CONNECTIONS,
  READ_ONLY,
  DISK_FULL,
  DENIED,
  /** No such database, table, column or index. */
  NOT_FOUND,
  SERVER_SHUTDOWN,
  /** The connection was lost in a commit: it may have been kept or not. */
  OUTCOME_UNKNOWN,
  FATAL;

  /** Whether the server is gone from this connection, and nothing more can be said on it. */
  public boolean isConnectionLoss() {
    return this == CONNECTION_LOST || this == SERVER_SHUTDOWN;
  }

  /** As it stands in results: lower case, words joined by underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.ibench.db.jdbc;

import io.ibench.db.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * A dialect's failures on one session's connection. Drivers have many ways to say that a connection
 * is closed already. Not thread-safe.
 *
 * @param connection the session's current connection
 */
record SessionFailures(Dialect dialect, Supplier<Connection> connection) implements Failures {

  /** A select names an index that the table lacks. */
  static final class NoIndex extends SQLException {

    private static final long serialVersionUID = 1L;

    NoIndex(String index, String table) {
      super("no index " + index + " on table " + table);
    }
  }

  @Override
  public FailureKind classify(SQLException failure) {
    if (failure instanceof NoIndex) {
      return FailureKind.NOT_FOUND;
    }
    FailureKind kind = dialect.classify(failure);
    return kind == FailureKind.FATAL && isClosed() ? FailureKind.CONNECTION_LOST : kind;
  }

  private boolean isClosed() {
    try {
      return connection.get().isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  @Override
  public Masker masker() {
    return dialect.masker();
  }
}

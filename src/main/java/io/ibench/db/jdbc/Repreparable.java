package io.ibench.db.jdbc;

import io.ibench.db.Prepared;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A command whose statements can be prepared again on another connection. */
public interface Repreparable extends Prepared {

  /** Prepares a statement. */
  interface Preparer {
    PreparedStatement prepare(String text) throws SQLException;
  }

  /**
   * Prepares its statements on the compiler's current connection. Values stay bound. It does not
   * close the former statements: their connection is closed.
   */
  void reprepare() throws SQLException;

  /** Prepares what one execution needs; the rest can wait. */
  default void prepareForOne() throws SQLException {
    reprepare();
  }

  /** Closes its statements, which a pool's driver caches for the connection's next borrower. */
  void release() throws SQLException;
}

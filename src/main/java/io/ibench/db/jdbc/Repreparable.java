package io.ibench.db.jdbc;

import io.ibench.db.Prepared;
import java.sql.SQLException;

/** A command whose statements can be prepared on another connection than the one it was made on. */
public interface Repreparable extends Prepared {

  /**
   * Prepares its statements on the compiler's present connection. What was bound stays bound; the
   * former statements are left to whoever ends their connection.
   */
  void reprepare() throws SQLException;

  /** Prepares what one execution of what is bound needs; the rest is left for later. */
  default void prepareForOne() throws SQLException {
    reprepare();
  }

  /** Closes its statements, which a pool's driver keeps for the connection's next borrower. */
  void release() throws SQLException;
}

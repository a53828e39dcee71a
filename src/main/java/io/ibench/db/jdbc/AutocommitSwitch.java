package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Transactions by JDBC's autocommit, which most drivers switch without a round trip. */
final class AutocommitSwitch implements TransactionControl {

  private final Connection connection;

  AutocommitSwitch(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void begin() throws SQLException {
    connection.setAutoCommit(false);
  }

  @Override
  public void commit() throws SQLException {
    connection.commit();
    switchOn();
  }

  @Override
  public void rollback() throws SQLException {
    try {
      connection.rollback();
    } finally {
      switchOn();
    }
  }

  /** The transaction has ended, which the caller must learn; the next statement finds a loss. */
  private void switchOn() {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      return;
    }
  }
}

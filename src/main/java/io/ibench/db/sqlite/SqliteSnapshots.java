package io.ibench.db.sqlite;

import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Transactions that only read: a deferred one takes its snapshot with its first read. */
final class SqliteSnapshots implements TransactionControl {

  private final PreparedStatement begin;
  private final PreparedStatement rollback;

  SqliteSnapshots(Connection connection) throws SQLException {
    this.begin = connection.prepareStatement("BEGIN DEFERRED");
    this.rollback = connection.prepareStatement("ROLLBACK");
  }

  @Override
  public void begin() throws SQLException {
    begin.execute();
  }

  @Override
  public void commit() throws SQLException {
    rollback.execute();
  }

  @Override
  public void rollback() throws SQLException {
    rollback.execute();
  }
}

package io.ibench.db.jdbc;

import io.ibench.db.Adapter;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A database whose sessions can be imitated by hand: with its connections, its SQL and its round
 * trips a loop of JDBC calls does the same as a session, for measuring what the session adds.
 * Thread-safe.
 */
public interface BareAccess extends Database {

  /** A configured database with bare access, not yet open. */
  interface Target extends Adapter.Target {
    @Override
    BareAccess open() throws DatabaseException;
  }

  /** Opens an autocommit connection with the options of a session's; the caller closes it. */
  Connection bareConnection() throws DatabaseException;

  /** The text of each command. */
  Sql sql();

  /** Whether an insert of several rows is one statement; otherwise it is the driver's batch. */
  boolean insertsManyRows();

  /** Whether that statement is a text with the values in it, whose bytes are X'..'. */
  default boolean insertsText() {
    return false;
  }

  /** Whether a single write needs a transaction of {@link #transactions}. */
  boolean writesInTransactions();

  /**
   * The transactions of a connection that is used for nothing else. The last statement of each is
   * one of {@link #prepareLast}.
   */
  TransactionControl transactions(Connection connection) throws SQLException;

  /**
   * Prepares the last statement of a transaction, whose parameters are whole numbers. It also
   * commits if the product can do that: then {@link TransactionControl#commit} costs no round trip.
   */
  default PreparedStatement prepareLast(Connection connection, String text) throws SQLException {
    return connection.prepareStatement(text);
  }

  /** Whether {@link #prepareWithOld} works; otherwise that takes several statements. */
  default boolean reportsOldValues() {
    return false;
  }

  /** Prepares an upsert that reports an old value. */
  default OldValueStatement prepareWithOld(Connection connection, Command.Upsert upsert)
      throws SQLException {
    throw new UnsupportedOperationException("old values take several statements");
  }

  /**
   * Deletes the files of an embedded database that did not exist when it was opened. Call it after
   * {@link #close}.
   */
  default void deleteIfNew() {}

  /** A statement that changes a row and reports an old value. Not thread-safe. */
  interface OldValueStatement {

    PreparedStatement statement();

    /** Executes the statement with its bound values and reads the old value. */
    long execute() throws SQLException;
  }
}

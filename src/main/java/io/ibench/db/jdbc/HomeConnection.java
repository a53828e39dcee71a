package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A database's connection for what the run itself asks, got back when it was lost. Thread-safe: one
 * asks at a time.
 */
final class HomeConnection {

  private final Opener opener;
  private final Failures failures;
  private Connection connection;

  /** Opens a connection that commits by itself. */
  interface Opener {
    Connection open() throws DatabaseException;
  }

  /** Something that is asked on a connection, and may be asked again. */
  interface Question<T> {
    T ask(Connection connection) throws SQLException, DatabaseException;
  }

  HomeConnection(Opener opener, Failures failures) throws DatabaseException {
    this.opener = opener;
    this.failures = failures;
    this.connection = opener.open();
  }

  /** Asks, and once more on a new connection when the old one turns out to be lost. */
  synchronized <T> T ask(Question<T> question) throws DatabaseException {
    try {
      return askOnce(question);
    } catch (DatabaseException failure) {
      if (!failure.kind().isConnectionLoss()) {
        throw failure;
      }
    }
    Connection replacement = opener.open();
    Connections.breakOff(connection);
    connection = replacement;
    return askOnce(question);
  }

  private <T> T askOnce(Question<T> question) throws DatabaseException {
    try {
      return question.ask(connection);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Closes it because of a failure, which is returned. */
  synchronized DatabaseException givingUp(DatabaseException failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  synchronized void close() throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      failures.ofClose(e);
    }
  }
}

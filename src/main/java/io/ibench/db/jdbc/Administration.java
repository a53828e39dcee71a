package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;

/** The connections for everything but the workers' operations. Thread-safe. */
public interface Administration {

  /** A repeatable query. */
  interface Question<T> {
    T ask(Connection connection) throws SQLException, DatabaseException;
  }

  <T> T ask(Question<T> question) throws DatabaseException;

  /** Breaks off a query that the server does not answer; it is asked once more. */
  default void abort() {}

  void close() throws DatabaseException;
}

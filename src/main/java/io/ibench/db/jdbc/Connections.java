package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Short queries, and ending a connection. Stateless. */
public final class Connections {

  private static final long CLOSE_MILLIS = 900;

  private Connections() {}

  /** Opens an autocommit connection. */
  public interface Opener {
    Connection open() throws SQLException;
  }

  /** Asks on a connection of its own, which no other caller waits for. */
  public static <T> T askAlone(
      Opener opener, Failures failures, Administration.Question<T> question)
      throws DatabaseException {
    try (Connection own = opener.open()) {
      return question.ask(own);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private interface Reader<T> {
    T read(ResultSet results) throws SQLException;
  }

  private static <T> T query(
      Connection connection, String question, String[] values, Reader<T> reader)
      throws SQLException {
    if (values.length == 0) {
      try (var statement = connection.createStatement();
          ResultSet results = statement.executeQuery(question)) {
        return reader.read(results);
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (ResultSet results = statement.executeQuery()) {
        return reader.read(results);
      }
    }
  }

  /**
   * The first column of all rows.
   *
   * @param values of the placeholders; without values the query is not prepared
   */
  public static List<String> column(Connection connection, String question, String... values)
      throws SQLException {
    return query(
        connection,
        question,
        values,
        results -> {
          List<String> column = new ArrayList<>();
          while (results.next()) {
            column.add(results.getString(1));
          }
          return column;
        });
  }

  /** The first column of the first row; empty without a row, and for NULL. */
  public static String value(Connection connection, String question, String... values)
      throws SQLException {
    List<String> column = column(connection, question, values);
    String value = column.isEmpty() ? null : column.get(0);
    return value == null ? "" : value;
  }

  /**
   * The columns of each of a table's indexes.
   *
   * @param question takes the table's name; its rows are index and column, in order
   */
  public static Map<String, List<String>> indexColumns(
      Connection connection, String table, String question) throws SQLException {
    return query(
        connection,
        question,
        new String[] {table},
        results -> {
          Map<String, List<String>> indexes = new LinkedHashMap<>();
          while (results.next()) {
            indexes
                .computeIfAbsent(results.getString(1), name -> new ArrayList<>())
                .add(String.valueOf(results.getString(2)));
          }
          return indexes;
        });
  }

  /** Closes a connection that is not needed any more. */
  public static void close(Connection connection, Failures failures) throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Ends whatever the connection does, from any thread; it is unusable afterwards. */
  public static void breakOff(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // The connection is given up in any case; the thread that uses it reports its own failure.
      return;
    }
  }

  /**
   * Closes a connection that {@link #breakOff} did not end, because some drivers abort nothing and
   * interrupt a statement only to close. A thread of its own waits for a driver that hangs.
   */
  static void closeInTime(Connection connection) {
    Thread thread = new Thread(() -> closeQuietly(connection), "ibench-close");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is given up in any case.
      return;
    }
  }
}

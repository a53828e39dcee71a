package io.ibench.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Asks a server by JDBC, on a connection for each call. Stateless. */
final class Sql {

  private static final int LOGIN_SECONDS = 10;

  private Sql() {}

  /** The rows of two columns as a map; names in lower case. */
  static Map<String, String> map(String url, String user, String password, String query)
      throws ServerException {
    try (Connection connection = connect(url, user, password);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Map<String, String> values = new LinkedHashMap<>();
      while (rows.next()) {
        String value = rows.getString(2);
        values.put(rows.getString(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
      }
      return values;
    } catch (SQLException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /** The first column of the first row; empty if there is none. */
  static String value(String url, String user, String password, String query)
      throws ServerException {
    try (Connection connection = connect(url, user, password);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "";
    } catch (SQLException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /** Executes a statement without result. */
  static void execute(String url, String user, String password, String sql) throws ServerException {
    try (Connection connection = connect(url, user, password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new ServerException(String.valueOf(e.getMessage()));
    }
  }

  /** Limits the login alone, and of this connection alone: a run's own ones have other limits. */
  private static Connection connect(String url, String user, String password) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", user);
    login.setProperty("password", password);
    boolean limitsReads = url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:");
    if (limitsReads) {
      String millis = Long.toString(TimeUnit.SECONDS.toMillis(LOGIN_SECONDS));
      login.setProperty("connectTimeout", millis);
      login.setProperty("socketTimeout", millis);
    } else if (url.startsWith("jdbc:postgresql:")) {
      login.setProperty("loginTimeout", Integer.toString(LOGIN_SECONDS));
    }
    Connection connection = DriverManager.getConnection(url, login);
    if (limitsReads) {
      connection.setNetworkTimeout(Runnable::run, 0);
    }
    return connection;
  }
}

package io.ibench.rivals;

import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.PrivateServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server of a test's own with one database for ibench and one for the other tool. */
final class TwoDatabases implements AutoCloseable {

  static final String THEIRS = "theirs";
  static final String OURS = "ours";

  private final PrivateServer server;
  private final String product;
  private final String url;
  private final String user;
  private final String password;

  private TwoDatabases(
      PrivateServer server, String product, String url, String user, String password)
      throws SQLException {
    this.server = server;
    this.product = product;
    this.url = url;
    this.user = user;
    this.password = password;
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + THEIRS);
      statement.execute("CREATE DATABASE " + OURS);
    }
  }

  /** MariaDB, which writes all statements into its table general_log. */
  static TwoDatabases onMariadb() throws SQLException {
    PrivateMariadb server = Servers.requireOwnMariadb("--general-log=1", "--log-output=TABLE");
    return new TwoDatabases(server, "mariadb", server.jdbcUrl(), server.user(), server.password());
  }

  static TwoDatabases onPostgres() throws SQLException {
    PrivatePostgres server = Servers.requireOwnPostgres("fsync=off", "autovacuum=off");
    return new TwoDatabases(server, "postgres", server.jdbcUrl(), server.user(), server.password());
  }

  /** Its name in {@code conf/}. */
  String product() {
    return product;
  }

  private String url(String database) {
    return url.replace("/ibench?", "/" + database + "?");
  }

  /** What {@code conf/} takes from the environment. */
  Map<String, String> environment() {
    return Map.of(
        "IBENCH_HOST", "127.0.0.1",
        "IBENCH_PORT", "" + server.port(),
        "IBENCH_DATABASE", OURS,
        "IBENCH_USER", user,
        "IBENCH_PASSWORD", password);
  }

  /** sysbench's options for this server. */
  Words sysbench(Words command) {
    String driver = product.equals("mariadb") ? "mysql" : "pgsql";
    return command.plus(
        "--db-driver=" + driver,
        "--" + driver + "-host=127.0.0.1",
        "--" + driver + "-port=" + server.port(),
        "--" + driver + "-user=" + user,
        "--" + driver + "-password=" + password,
        "--" + driver + "-db=" + THEIRS);
  }

  /** pgbench's options for this server. */
  Words pgbench(Words command) {
    return command.plus("-h", "127.0.0.1", "-p", "" + server.port(), "-U", user, THEIRS);
  }

  String password() {
    return password;
  }

  /** Executes a statement in a database, and returns its rows, if it has any. */
  List<List<String>> sql(String database, String text) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url(database), user, password);
        Statement statement = connection.createStatement()) {
      if (statement.execute(text)) {
        try (ResultSet result = statement.getResultSet()) {
          int columns = result.getMetaData().getColumnCount();
          while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
              row.add(result.getString(column));
            }
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }

  /**
   * What PostgreSQL has counted, when all sessions of the database have ended: each adds its counts
   * at its end, which is after the client's.
   */
  List<String> counted(String database, String question) throws SQLException {
    String others =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = '"
            + database
            + "' AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
    while (number(database, others) > 0) {
      Thread.yield();
    }
    return sql(database, question).get(0);
  }

  /** The only number that a statement returns. */
  long number(String database, String text) throws SQLException {
    return Long.parseLong(sql(database, text).get(0).get(0));
  }

  @Override
  public void close() {
    server.close();
  }
}

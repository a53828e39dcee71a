package io.ibench.db.jdbc;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A MariaDB server, as configured. Immutable.
 *
 * @param url as the user gave it; what stands in it wins, but for what the adapter relies on
 */
record MariadbTarget(
    String url,
    String user,
    String password,
    MariadbSql sql,
    String engine,
    MariadbAdapter.Batch batch)
    implements Adapter.Target {

  MariadbFailures failures() {
    return new MariadbFailures();
  }

  @Override
  public Database open() throws DatabaseException {
    return new MariadbDatabase(this);
  }

  Connection connect() throws DatabaseException {
    Properties options = new Properties();
    options.setProperty("user", user);
    options.setProperty("password", password);
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("allowLocalInfile", "false");
    options.setProperty("useBulkStmtsForInserts", "true");
    // Matched rows, not changed ones: an update that changes nothing has still found its row.
    options.setProperty("useAffectedRows", "false");
    if (!url.contains("connectTimeout=")) {
      options.setProperty("connectTimeout", "10000");
    }
    if (!url.contains("sslMode=")) {
      options.setProperty("sslMode", "disable");
    }
    try {
      return committingByItself(DriverManager.getConnection(url, options));
    } catch (SQLException e) {
      throw failures().of(e);
    }
  }

  /** Whatever the URL, its session variables or the server's defaults say. */
  private static Connection committingByItself(Connection connection) throws SQLException {
    try {
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public String toString() {
    return "MariadbTarget[" + url.replaceAll("\\?.*", "") + "]";
  }
}

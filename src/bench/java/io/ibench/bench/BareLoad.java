package io.ibench.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A loader of links with java.sql and the driver alone: the strongest rival that can be written by
 * hand. The same statements, connection and options as ibench; draws nothing, measures nothing,
 * recovers from nothing. One thread's.
 */
final class BareLoad implements Together.Loop {

  private static final int COLUMNS = 7;

  private static final String INSERT =
      "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version) VALUES ";

  private static final String ROW = "(?, ?, ?, ?, ?, ?, ?)";

  private final Connection connection;
  private final boolean bulk;
  private final int rowsPerCommit;
  private final PreparedStatement batch;

  BareLoad(String url, boolean bulk, int rowsPerCommit) throws SQLException {
    Properties options = new Properties();
    options.setProperty("user", Bench.USER);
    options.setProperty("password", Bench.PASSWORD);
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("useBulkStmtsForInserts", "true");
    options.setProperty("allowLocalInfile", "false");
    options.setProperty("useAffectedRows", "false");
    options.setProperty("sslMode", "disable");
    options.setProperty("connectTimeout", "0"); // its sockets then read with one system call
    connection = DriverManager.getConnection(url, options);
    this.bulk = bulk;
    this.rowsPerCommit = rowsPerCommit;
    batch = prepare(bulk ? 1 : rowsPerCommit);
  }

  private PreparedStatement prepare(int rows) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(INSERT + ROW + (", " + ROW).repeat(rows - 1));
    // Otherwise the driver prepares when it executes first.
    statement.getParameterMetaData();
    return statement;
  }

  void load(LinkRows rows) throws SQLException {
    for (int i = 0; i < rows.batches(); i++) {
      int first = rows.firstRow(i);
      int end = rows.firstRow(i + 1);
      if (bulk) {
        insertInBulk(rows, first, end);
      } else if (end - first == rowsPerCommit) {
        insertValues(batch, rows, first, end);
      } else {
        try (PreparedStatement shorter = prepare(end - first)) {
          insertValues(shorter, rows, first, end);
        }
      }
    }
  }

  private void insertInBulk(LinkRows rows, int first, int end) throws SQLException {
    for (int row = first; row < end; row++) {
      bind(batch, 1, rows, row);
      batch.addBatch();
    }
    batch.executeBatch();
  }

  private static void insertValues(PreparedStatement statement, LinkRows rows, int first, int end)
      throws SQLException {
    int parameter = 1;
    for (int row = first; row < end; row++) {
      bind(statement, parameter, rows, row);
      parameter += COLUMNS;
    }
    statement.executeUpdate();
  }

  private static void bind(PreparedStatement statement, int parameter, LinkRows rows, int row)
      throws SQLException {
    long[] v = rows.numbers();
    int n = row * LinkRows.NUMBERS;
    statement.setLong(parameter, v[n]);
    statement.setLong(parameter + 1, v[n + 1]);
    statement.setLong(parameter + 2, v[n + 2]);
    statement.setLong(parameter + 3, v[n + 3]);
    statement.setBytes(parameter + 4, rows.payloads()[row]);
    statement.setLong(parameter + 5, v[n + 4]);
    statement.setLong(parameter + 6, v[n + 5]);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

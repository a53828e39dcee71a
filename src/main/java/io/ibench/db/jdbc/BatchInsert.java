package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Inserts several rows with one multi-row VALUES statement, which is one trip on every product. The
 * full batch has a statement of its own; so has the last shorter one, which is prepared anew when
 * its length changes.
 */
final class BatchInsert implements Prepared {

  private final Connection connection;
  private final Sql sql;
  private final Command.Insert insert;
  private final Failures failures;
  private final int columns;
  private final long[] numbers;
  private final byte[][] payloads;
  private final boolean[] isNumber;
  private PreparedStatement full;
  private PreparedStatement shorter;
  private int shorterRows;
  private int rows;
  private boolean executed;

  BatchInsert(Connection connection, Sql sql, Command.Insert insert, Failures failures) {
    this.connection = connection;
    this.sql = sql;
    this.insert = insert;
    this.failures = failures;
    columns = insert.columns().size();
    numbers = new long[columns * insert.maxBatch()];
    payloads = new byte[columns * insert.maxBatch()][];
    isNumber = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      isNumber[i] = insert.table().column(insert.columns().get(i)).type().isNumber();
    }
  }

  private int cell(int parameter) {
    if (executed) {
      executed = false;
      rows = 0;
    }
    if (rows == insert.maxBatch()) {
      throw new IllegalStateException("more than " + rows + " rows in a batch");
    }
    return rows * columns + parameter;
  }

  @Override
  public void setLong(int parameter, long value) {
    numbers[cell(parameter)] = value;
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    payloads[cell(parameter)] = Arrays.copyOf(value, length);
  }

  @Override
  public void addBatch() {
    rows++;
  }

  @Override
  public int execute() throws DatabaseException {
    if (rows == 0) {
      throw new IllegalStateException("an empty batch");
    }
    executed = true;
    try {
      PreparedStatement statement = statement();
      int cells = rows * columns;
      for (int cell = 0; cell < cells; cell++) {
        if (isNumber[cell % columns]) {
          statement.setLong(cell + 1, numbers[cell]);
        } else {
          statement.setBytes(cell + 1, payloads[cell]);
        }
      }
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private PreparedStatement statement() throws SQLException {
    if (rows == insert.maxBatch()) {
      if (full == null) {
        full = connection.prepareStatement(sql.insert(insert, rows));
      }
      return full;
    }
    if (shorterRows != rows) {
      if (shorter != null) {
        shorter.close();
      }
      shorterRows = 0;
      shorter = connection.prepareStatement(sql.insert(insert, rows));
      shorterRows = rows;
    }
    return shorter;
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    throw new IllegalStateException("parameter " + parameter + " is not a list");
  }

  @Override
  public long old() {
    throw new IllegalStateException("the command does not report an old value");
  }

  @Override
  public long getLong(int row, int column) {
    throw new IllegalStateException("the command does not read rows");
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    throw new IllegalStateException("the command does not read rows");
  }
}

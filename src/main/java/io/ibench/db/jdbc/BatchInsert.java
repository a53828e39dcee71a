package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * An insert of several rows. Keeps what is bound until the next batch begins, so that a batch of
 * any length can be executed, and executed again; how its rows travel is left to a subclass.
 */
abstract class BatchInsert implements Renewable {

  private final Failures failures;
  private final int maxRows;
  private final int columns;
  private final long[] numbers;
  private final byte[][] payloads;
  private final Binder binder;
  private final PayloadPool pool = new PayloadPool();
  private int rows;
  private boolean executed;

  BatchInsert(Command.Insert insert, Binder binder, Failures failures) {
    this.failures = failures;
    this.binder = binder;
    maxRows = insert.maxBatch();
    columns = insert.columns().size();
    numbers = new long[columns * maxRows];
    payloads = new byte[columns * maxRows][];
  }

  /** Whether the rows travel in one statement, which the server executes whole or not at all. */
  abstract boolean isOneStatement();

  /** Inserts all rows and returns how many they were. */
  abstract int insert() throws SQLException;

  final int rows() {
    return rows;
  }

  /** Of all rows. */
  final long payloadBytes() {
    long bytes = 0;
    for (int column = 0; column < columns; column++) {
      if (!binder.isNumber(column)) {
        for (int row = 0; row < rows; row++) {
          bytes += payloads[row * columns + column].length;
        }
      }
    }
    return bytes;
  }

  /** Binds some rows one after the other, from the statement's first parameter. */
  final void bind(PreparedStatement statement, int firstRow, int count) throws SQLException {
    int cell = firstRow * columns;
    int parameter = 1;
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < columns; column++) {
        if (binder.isNumber(column)) {
          binder.bind(statement, parameter, column, numbers[cell]);
        } else {
          statement.setBytes(parameter, payloads[cell]);
        }
        cell++;
        parameter++;
      }
    }
  }

  private int cell(int parameter) {
    if (executed) {
      executed = false;
      giveBack();
      rows = 0;
    }
    if (rows == maxRows) {
      throw new IllegalStateException("more than " + rows + " rows in a batch");
    }
    return rows * columns + parameter;
  }

  /** The payloads of the batch that was executed: no statement will be given them again. */
  private void giveBack() {
    for (int column = 0; column < columns; column++) {
      if (!binder.isNumber(column)) {
        for (int row = 0; row < rows; row++) {
          giveBack(row * columns + column);
        }
      }
    }
  }

  private void giveBack(int cell) {
    byte[] payload = payloads[cell];
    payloads[cell] = null;
    if (payload != null) {
      pool.giveBack(payload);
    }
  }

  @Override
  public final void setLong(int parameter, long value) {
    numbers[cell(parameter)] = value;
  }

  @Override
  public final void setBytes(int parameter, byte[] value, int length) {
    int cell = cell(parameter);
    giveBack(cell);
    payloads[cell] = pool.copy(value, length);
  }

  @Override
  public final void addBatch() {
    rows++;
  }

  @Override
  public final int execute() throws DatabaseException {
    if (rows == 0) {
      throw new IllegalStateException("an empty batch");
    }
    executed = true;
    try {
      return insert();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public final void setLongs(int parameter, long[] values, int count) {
    throw new IllegalStateException("parameter " + parameter + " is not a list");
  }

  @Override
  public final long old() {
    throw new IllegalStateException("the command does not report an old value");
  }

  @Override
  public final long getLong(int row, int column) {
    throw new IllegalStateException("the command does not read rows");
  }

  @Override
  public final int getBytes(int row, int column, byte[] into) {
    throw new IllegalStateException("the command does not read rows");
  }
}

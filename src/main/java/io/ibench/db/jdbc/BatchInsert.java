package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * An insert of several rows. Keeps what is bound until the next batch begins, so that a batch of
 * any length can be executed, and executed again; how its rows travel is left to a subclass. Where
 * that is known beforehand, values are bound to the driver's statement at once as well: to go
 * through all of them again costs the client a tenth of its time.
 */
public abstract class BatchInsert implements Repreparable {

  private final Failures failures;
  private final int maxRows;
  private final int columns;
  private final boolean[] isNumber;
  private final long[] numbers;
  private final byte[][] payloads;
  private final Binder binder;
  private final PayloadPool pool = new PayloadPool();
  private int rows;
  private boolean begun;
  private boolean executed;

  /** What values are bound to at once; null for nothing. */
  private PreparedStatement direct;

  /** Everything in this batch was bound to it. */
  private boolean bound;

  /** The driver has refused a value: there must be a new statement before the next execution. */
  private boolean refused;

  public BatchInsert(Command.Insert insert, Binder binder, Failures failures) {
    this.failures = failures;
    this.binder = binder;
    maxRows = insert.maxBatch();
    columns = insert.columns().size();
    isNumber = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      isNumber[column] = binder.isNumber(column);
    }
    numbers = new long[columns * maxRows];
    payloads = new byte[columns * maxRows][];
  }

  /** Whether the rows travel in one statement, which the server executes whole or not at all. */
  public abstract boolean isOneStatement();

  /** Whether that is so of any batch. */
  public boolean isAlwaysOneStatement() {
    return false;
  }

  /**
   * Where a value of a row goes in the statement of {@link #bindTo}, from 1.
   *
   * @param cell the row's number times the columns, and the parameter
   */
  public abstract int position(int cell, int parameter);

  /** A row has been bound to that statement. */
  public abstract void rowBound(PreparedStatement statement) throws SQLException;

  /**
   * From the next batch on, binds values to this statement at once.
   *
   * @param statement null to bind none
   */
  public final void bindTo(PreparedStatement statement) {
    direct = statement;
    bound = false;
  }

  /** Whether all rows of this batch are bound already, each once, and were not executed yet. */
  public final boolean isBound() {
    return bound;
  }

  /** Inserts all rows and returns how many they were. */
  public abstract int insert() throws SQLException;

  public final int rows() {
    return rows;
  }

  /** Of all rows. */
  public final long payloadBytes() {
    long bytes = 0;
    for (int column = 0; column < columns; column++) {
      if (!isNumber[column]) {
        for (int row = 0; row < rows; row++) {
          bytes += payloads[row * columns + column].length;
        }
      }
    }
    return bytes;
  }

  /** A number of a row of this batch. */
  public final long number(int row, int column) {
    return numbers[row * columns + column];
  }

  /** Bytes of a row of this batch. */
  public final byte[] payload(int row, int column) {
    return payloads[row * columns + column];
  }

  /** Binds some rows one after the other, from the statement's first parameter. */
  public final void bind(PreparedStatement statement, int firstRow, int count) throws SQLException {
    int cell = firstRow * columns;
    int parameter = 1;
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < columns; column++) {
        if (isNumber[column]) {
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
      begun = false;
      rows = 0;
    }
    if (!begun) {
      begun = true;
      bound = direct != null;
    }
    if (rows == maxRows) {
      throw new IllegalStateException("more than " + rows + " rows in a batch");
    }
    return rows * columns + parameter;
  }

  @Override
  public final void setLong(int parameter, long value) {
    int cell = cell(parameter);
    numbers[cell] = value;
    if (bound) {
      try {
        binder.bind(direct, position(cell, parameter), parameter, value);
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  /** The array that was here before was executed: no statement will be given it again. */
  @Override
  public final void setBytes(int parameter, byte[] value, int length) {
    int cell = cell(parameter);
    byte[] exact = pool.replace(payloads[cell], value, length);
    payloads[cell] = exact;
    if (bound) {
      try {
        direct.setBytes(position(cell, parameter), exact);
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  @Override
  public final void addBatch() {
    rows++;
    if (bound) {
      try {
        rowBound(direct);
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  /** The next execution tells why, when it binds everything again. */
  private void refuse() {
    bound = false;
    refused = true;
  }

  @Override
  public final int execute() throws DatabaseException {
    if (rows == 0) {
      throw new IllegalStateException("an empty batch");
    }
    executed = true;
    try {
      if (refused) {
        release();
        reprepare();
        refused = false;
      }
      return insert();
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      bound = false;
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

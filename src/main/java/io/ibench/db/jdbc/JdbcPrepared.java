package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/** A command that is one JDBC statement, parameter i at position i + 1. */
abstract class JdbcPrepared implements Prepared {

  final PreparedStatement statement;
  final Failures failures;
  private ExactBytes[] exactBytes = new ExactBytes[0];

  JdbcPrepared(PreparedStatement statement, Failures failures) {
    this.statement = statement;
    this.failures = failures;
  }

  @Override
  public void setLong(int parameter, long value) {
    try {
      statement.setLong(parameter + 1, value);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot bind parameter " + parameter, e);
    }
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    try {
      statement.setBytes(parameter + 1, exactBytes(parameter).copy(value, length));
    } catch (SQLException e) {
      throw new IllegalStateException("cannot bind parameter " + parameter, e);
    }
  }

  /** Each parameter has its own arrays, or one would overwrite another of the same length. */
  private ExactBytes exactBytes(int parameter) {
    if (parameter >= exactBytes.length) {
      exactBytes = Arrays.copyOf(exactBytes, parameter + 1);
    }
    if (exactBytes[parameter] == null) {
      exactBytes[parameter] = new ExactBytes();
    }
    return exactBytes[parameter];
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    throw new IllegalStateException("parameter " + parameter + " is not a list");
  }

  @Override
  public void addBatch() {
    throw new IllegalStateException("not an insert with a batch above 1");
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

  /** A statement that changes rows; its count is the number of rows inserted or matched. */
  static final class Write extends JdbcPrepared {

    Write(PreparedStatement statement, Failures failures) {
      super(statement, failures);
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        return statement.executeUpdate();
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }
  }

  /**
   * An upsert: products count changed and unchanged rows differently, it is one row in any case.
   */
  static final class Upsert extends JdbcPrepared {

    Upsert(PreparedStatement statement, Failures failures) {
      super(statement, failures);
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        statement.executeUpdate();
        return 1;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }
  }

  /** A select without a list. */
  static final class Select extends JdbcPrepared {

    private final RowBuffer rows;

    Select(PreparedStatement statement, Failures failures, RowBuffer rows) {
      super(statement, failures);
      this.rows = rows;
    }

    @Override
    public int execute() throws DatabaseException {
      try (var results = statement.executeQuery()) {
        return rows.read(results);
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    @Override
    public long fold() {
      return rows.fold();
    }

    @Override
    public long getLong(int row, int column) {
      return rows.number(row, column);
    }

    @Override
    public int getBytes(int row, int column, byte[] into) {
      return rows.bytes(row, column, into);
    }
  }
}

package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * A command that is one JDBC statement, parameter i at position i + 1. Keeps what is bound, to bind
 * it again when the statement has to be prepared on another connection.
 */
public abstract class JdbcPrepared implements Repreparable {

  private static final int FIRST_PARAMETERS = 8;

  private final Failures failures;

  /** Null while there is no connection, as between two operations of a pooled session. */
  public PreparedStatement statement;

  private final StatementSource source;
  private final Binder binder;
  private long[] numbers = new long[FIRST_PARAMETERS];
  private byte[][] payloads = new byte[FIRST_PARAMETERS][];
  private ExactBytes[] exactBytes = new ExactBytes[FIRST_PARAMETERS];
  private int parameters;

  /** The driver has refused a value: there must be a new statement before the next execution. */
  private boolean unbound;

  /** Prepares a statement; always the same one. */
  public interface StatementSource {
    PreparedStatement prepare() throws SQLException;
  }

  public JdbcPrepared(StatementSource source, Binder binder, Failures failures) {
    this.source = source;
    this.binder = binder;
    this.failures = failures;
  }

  @Override
  public void reprepare() throws SQLException {
    statement = source.prepare();
    for (int i = 0; i < parameters; i++) {
      if (payloads[i] != null) {
        bind(i, payloads[i]);
      } else {
        bind(i, binder, numbers[i]);
      }
    }
    unbound = false;
  }

  @Override
  public void release() throws SQLException {
    PreparedStatement released = statement;
    statement = null;
    if (released != null) {
      released.close();
    }
  }

  /** What the driver says against a value, the next execution tells. */
  @Override
  public void setLong(int parameter, long value) {
    if (parameter >= parameters) {
      grow(parameter);
    }
    numbers[parameter] = value;
    if (statement == null) {
      return;
    }
    try {
      bind(parameter, binder, value);
    } catch (SQLException e) {
      unbound = true;
    }
  }

  /** Each parameter has its own arrays, or one would overwrite another of the same length. */
  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    if (parameter >= parameters) {
      grow(parameter);
    }
    if (exactBytes[parameter] == null) {
      exactBytes[parameter] = new ExactBytes();
    }
    byte[] exact = exactBytes[parameter].copy(value, length);
    payloads[parameter] = exact;
    if (statement == null) {
      return;
    }
    try {
      bind(parameter, exact);
    } catch (SQLException e) {
      unbound = true;
    }
  }

  /** A value that was refused is bound again first, to a new statement, as some drivers end it. */
  @Override
  public final int execute() throws DatabaseException {
    try {
      if (unbound) {
        release();
        reprepare();
      }
      return executeBound();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Executes the statement, to which everything is bound. */
  public abstract int executeBound() throws SQLException, DatabaseException;

  /** Binds a number to the statement, wherever it stands in it. */
  public void bind(int parameter, Binder numberBinder, long value) throws SQLException {
    numberBinder.bind(statement, parameter + 1, parameter, value);
  }

  /** Binds bytes to the statement, wherever they stand in it. */
  public void bind(int parameter, byte[] value) throws SQLException {
    statement.setBytes(parameter + 1, value);
  }

  private void grow(int parameter) {
    parameters = parameter + 1;
    if (parameters > numbers.length) {
      int length = Math.max(parameters, 2 * numbers.length);
      numbers = Arrays.copyOf(numbers, length);
      payloads = Arrays.copyOf(payloads, length);
      exactBytes = Arrays.copyOf(exactBytes, length);
    }
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
  public static final class Write extends JdbcPrepared {

    Write(StatementSource source, Binder binder, Failures failures) {
      super(source, binder, failures);
    }

    @Override
    public int executeBound() throws SQLException {
      return statement.executeUpdate();
    }
  }

  /**
   * An upsert: products count changed and unchanged rows differently, it is one row in any case.
   */
  public static final class Upsert extends JdbcPrepared {

    Upsert(StatementSource source, Binder binder, Failures failures) {
      super(source, binder, failures);
    }

    @Override
    public int executeBound() throws SQLException {
      statement.executeUpdate();
      return 1;
    }
  }

  /** A select without a list of its own. */
  public static class Select extends JdbcPrepared {

    private final RowBuffer rows;

    public Select(StatementSource source, Binder binder, Failures failures, RowBuffer rows) {
      super(source, binder, failures);
      this.rows = rows;
    }

    @Override
    public int executeBound() throws SQLException {
      try (var results = statement.executeQuery()) {
        return rows.read(results);
      }
    }

    @Override
    public long resultHash() {
      return rows.resultHash();
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

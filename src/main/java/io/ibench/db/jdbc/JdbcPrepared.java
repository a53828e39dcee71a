package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command that is one JDBC statement, with parameter i at position i + 1. It keeps all values, to
 * bind them again when the statement is prepared on another connection. Not thread-safe.
 */
public abstract class JdbcPrepared implements Repreparable {

  private static final int FIRST_PARAMETERS = 8;

  private final Failures failures;

  /** Null without a connection, such as between two operations of a pooled session. */
  public @Nullable PreparedStatement statement;

  /** Null without a list. */
  private final @Nullable ListParameter list;

  private final StatementSource source;
  private final Binder binder;
  private long[] numbers = new long[FIRST_PARAMETERS];
  private byte[][] payloads = new byte[FIRST_PARAMETERS][];
  private ExactBytes[] exactBytes = new ExactBytes[FIRST_PARAMETERS];
  private int parameters;

  /** The driver has refused a value, or closed it: the next execution needs a new statement. */
  private boolean unbound;

  /** Prepares a statement; always the same one. */
  public interface StatementSource {
    PreparedStatement prepare() throws SQLException;
  }

  public JdbcPrepared(StatementSource source, Binder binder, Failures failures) {
    this(source, binder, failures, Optional.empty());
  }

  /**
   * @param list the parameter that is a list with a placeholder for each of its numbers
   */
  JdbcPrepared(
      StatementSource source, Binder binder, Failures failures, Optional<ListParameter> list) {
    this.source = source;
    this.binder = binder;
    this.failures = failures;
    this.list = list.orElse(null);
  }

  @Override
  public void reprepare() throws SQLException {
    statement = source.prepare();
    for (int i = 0; i < parameters; i++) {
      if (payloads[i] != null) {
        bind(i, binder, payloads[i]);
      } else {
        bind(i, binder, numbers[i]);
      }
    }
    unbound = false;
  }

  private void bindBytes() throws SQLException {
    for (int i = 0; i < parameters; i++) {
      if (payloads[i] != null) {
        bind(i, binder, payloads[i]);
      }
    }
  }

  @Override
  public void release() throws SQLException {
    PreparedStatement released = statement;
    statement = null;
    if (released != null) {
      released.close();
    }
  }

  /** If the driver refuses the value, the next execution fails with its message. */
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

  /** Counts as a bound number, so that the list is bound again after a connection loss. */
  @Override
  public void setLongs(int parameter, long[] values, int count) {
    if (list == null) {
      Repreparable.super.setLongs(parameter, values, count);
      return;
    }
    list.set(parameter, values, count);
    setLong(parameter, 0);
  }

  /**
   * Each parameter has its own arrays: others may have values of the same length. What a driver
   * loses with an execution is bound before each: see {@link Sql#bindsBytesOnce}.
   */
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
    if (statement == null || binder.bindsBytesOnce()) {
      return;
    }
    try {
      bind(parameter, binder, exact);
    } catch (SQLException e) {
      unbound = true;
    }
  }

  /**
   * Binds refused values again first, to a new statement, because some drivers close the old; so
   * they do when it fails, and its connection goes on.
   */
  @Override
  public final int execute() throws DatabaseException {
    boolean done = false;
    try {
      if (unbound) {
        release();
        reprepare();
      } else if (binder.bindsBytesOnce()) {
        bindBytes();
      }
      int rows = executeBound();
      done = true;
      return rows;
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      if (!done) {
        unbound |= isClosed(statement);
      }
    }
  }

  /** Whether a driver has closed a statement that failed, as some do. */
  static boolean isClosed(@Nullable PreparedStatement failed) {
    try {
      return failed != null && failed.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /** Executes the statement with its bound values. */
  public abstract int executeBound() throws SQLException, DatabaseException;

  /** Binds a number at all of its positions. */
  public void bind(int parameter, Binder ofCommand, long value) throws SQLException {
    if (list == null) {
      ofCommand.bind(Objects.requireNonNull(statement), parameter + 1, parameter, value);
    } else {
      list.bind(Objects.requireNonNull(statement), ofCommand, parameter, value);
    }
  }

  /** Binds bytes or text at all of their positions. */
  public void bind(int parameter, Binder ofCommand, byte[] value) throws SQLException {
    int position = list == null ? parameter + 1 : list.position(parameter);
    ofCommand.bind(Objects.requireNonNull(statement), position, parameter, value);
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

  /** A statement that changes rows; returns the number of rows inserted or matched. */
  public static final class Write extends JdbcPrepared {

    Write(StatementSource source, Binder binder, Failures failures) {
      super(source, binder, failures);
    }

    Write(StatementSource source, Binder binder, Failures failures, Optional<ListParameter> list) {
      super(source, binder, failures, list);
    }

    @Override
    public int executeBound() throws SQLException {
      return Objects.requireNonNull(statement).executeUpdate();
    }
  }

  /** An upsert; returns 1, because products count changed and unchanged rows differently. */
  public static final class Upsert extends JdbcPrepared {

    Upsert(StatementSource source, Binder binder, Failures failures) {
      super(source, binder, failures);
    }

    @Override
    public int executeBound() throws SQLException {
      Objects.requireNonNull(statement).executeUpdate();
      return 1;
    }
  }

  /** A select without a list, or with a list in one parameter. */
  public static class Select extends JdbcPrepared {

    private final RowBuffer rows;

    public Select(StatementSource source, Binder binder, Failures failures, RowBuffer rows) {
      this(source, binder, failures, rows, Optional.empty());
    }

    Select(
        StatementSource source,
        Binder binder,
        Failures failures,
        RowBuffer rows,
        Optional<ListParameter> list) {
      super(source, binder, failures, list);
      this.rows = rows;
    }

    @Override
    public int executeBound() throws SQLException {
      try (var results = Objects.requireNonNull(statement).executeQuery()) {
        return rows.read(results);
      }
    }

    @Override
    public void readValues(boolean wanted) {
      rows.readValues(wanted);
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

  /**
   * Copies one parameter's bytes into arrays of exactly their length, because JDBC takes whole
   * arrays only. It reuses one array per short length, so that most payloads cost no allocation.
   * The driver owns the array until the next value is bound to the same parameter.
   */
  private static final class ExactBytes {

    /** 130 KB when every length has occurred; nine of ten LinkBench nodes are shorter. */
    private static final int MAX_CACHED_LENGTH = 512;

    private final byte[][] cached = new byte[MAX_CACHED_LENGTH + 1][];

    byte[] copy(byte[] value, int length) {
      if (length > MAX_CACHED_LENGTH) {
        return Arrays.copyOf(value, length);
      }
      byte[] exact = cached[length];
      if (exact == null) {
        exact = new byte[length];
        cached[length] = exact;
      }
      System.arraycopy(value, 0, exact, 0, length);
      return exact;
    }
  }

  /**
   * The list of a command that is one statement, with a placeholder for each number. A list that is
   * shorter than its maximum is padded with its last number. Not thread-safe.
   */
  static final class ListParameter {

    private final int parameter;
    private final int least;
    private final long[] numbers;

    private ListParameter(int parameter, Condition condition) {
      this.parameter = parameter;
      this.numbers = new long[condition.values()];
      this.least = condition.op() == Condition.Op.IN ? 1 : numbers.length;
    }

    /** The list of a command; empty without one. */
    static Optional<ListParameter> of(Command command) {
      List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
      List<Condition> lists = taking.stream().filter(each -> each.op().takesList()).toList();
      if (lists.size() > 1) {
        throw new IllegalArgumentException("one condition with a list at most");
      }
      return lists.stream()
          .findFirst()
          .map(list -> new ListParameter(command.firstOfConditions() + taking.indexOf(list), list));
    }

    /** Copies the numbers. */
    void set(int ofCommand, long[] values, int count) {
      if (ofCommand != parameter || count < least || count > numbers.length) {
        throw new IllegalArgumentException(
            count + " values for parameter " + ofCommand + "; a list takes " + allowed());
      }
      System.arraycopy(values, 0, numbers, 0, count);
      for (int i = count; i < numbers.length; i++) {
        numbers[i] = values[count - 1];
      }
    }

    private String allowed() {
      return least < numbers.length ? least + " to " + numbers.length : "" + numbers.length;
    }

    /** The first position in the statement of a parameter, from 1. */
    int position(int ofCommand) {
      return ofCommand <= parameter ? ofCommand + 1 : ofCommand + numbers.length;
    }

    /** Binds a number; the list in place of its dummy number. */
    void bind(PreparedStatement statement, Binder binder, int ofCommand, long value)
        throws SQLException {
      int position = position(ofCommand);
      if (ofCommand != parameter) {
        binder.bind(statement, position, ofCommand, value);
        return;
      }
      for (int i = 0; i < numbers.length; i++) {
        binder.bind(statement, position + i, ofCommand, numbers[i]);
      }
    }
  }
}

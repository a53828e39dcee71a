package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An insert of several rows. It keeps all values until the next batch begins, so that a batch of
 * any length can be executed, and executed again; a subclass sends the rows. When the statement is
 * known before the batch, values are also bound to it immediately: a second pass over all of them
 * costs the client 10 % of its time. Not thread-safe.
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

  /** The statement that values are bound to immediately, or null. */
  private @Nullable PreparedStatement direct;

  /** All values of this batch are bound to it. */
  private boolean bound;

  /** The driver has refused a value, or closed it: the next execution needs a new statement. */
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

  /** Whether this batch is one statement, which the server executes completely or not at all. */
  public abstract boolean isOneStatement();

  /** Whether every batch is one statement. */
  public boolean isAlwaysOneStatement() {
    return false;
  }

  /**
   * The position of a value in the statement of {@link #bindTo}, from 1.
   *
   * @param cell number of the row * number of columns + parameter
   */
  public int position(int cell, int parameter) {
    throw new IllegalStateException("no statement takes values immediately");
  }

  /** Called when a row is bound to that statement. */
  public void rowBound(PreparedStatement statement) throws SQLException {}

  /** Called when all values of a row are here. */
  public void rowAdded(int row) {}

  /**
   * From the next batch on, binds values immediately to this statement.
   *
   * @param statement null: no statement
   */
  public final void bindTo(@Nullable PreparedStatement statement) {
    direct = statement;
    bound = false;
  }

  /** Whether all rows of this batch are bound, each once, and not yet executed. */
  public final boolean isBound() {
    return bound;
  }

  /** Inserts all rows and returns their number. */
  public abstract int insert() throws SQLException;

  public final int rows() {
    return rows;
  }

  /** The length of all BYTES values of this batch. */
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

  /** Binds consecutive rows, from the statement's first parameter on. */
  public final void bind(PreparedStatement statement, int firstRow, int count) throws SQLException {
    int cell = firstRow * columns;
    int parameter = 1;
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < columns; column++) {
        if (isNumber[column]) {
          binder.bind(statement, parameter, column, numbers[cell]);
        } else {
          binder.bind(statement, parameter, column, payloads[cell]);
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
        binder.bind(Objects.requireNonNull(direct), position(cell, parameter), parameter, value);
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  /** Reuses the array of an executed batch: no statement needs it any more. */
  @Override
  public final void setBytes(int parameter, byte[] value, int length) {
    int cell = cell(parameter);
    byte[] exact = pool.replace(payloads[cell], value, length);
    payloads[cell] = exact;
    if (bound) {
      try {
        binder.bind(Objects.requireNonNull(direct), position(cell, parameter), parameter, exact);
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  @Override
  public final void addBatch() {
    rowAdded(rows);
    rows++;
    if (bound) {
      try {
        rowBound(Objects.requireNonNull(direct));
      } catch (SQLException e) {
        refuse();
      }
    }
  }

  /** The next execution binds everything again, and then fails with the driver's message. */
  final void refuse() {
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
      refused |= hasClosedStatement();
      throw failures.of(e);
    } finally {
      bound = false;
    }
  }

  /** Whether the driver has closed a statement that failed, as some do. */
  boolean hasClosedStatement() {
    return JdbcPrepared.isClosed(direct);
  }

  /**
   * Arrays of exactly a payload's length, because JDBC takes whole arrays only, for payloads that
   * all stay until a batch is executed. As soon as each length has as many arrays as a batch needs,
   * it allocates nothing. It keeps no long arrays, and at most twice the bytes that a batch uses.
   * Not thread-safe.
   */
  static final class PayloadPool {

    private static final int MAX_CACHED_LENGTH = 4096;

    /** It always keeps up to this many bytes. */
    private static final long MIN_LIMIT_BYTES = 1 << 20;

    private static final int FIRST_ARRAYS = 4;

    private final byte[][][] free = new byte[MAX_CACHED_LENGTH + 1][][];
    private final int[] count = new int[MAX_CACHED_LENGTH + 1];
    private long keptBytes;
    private long usedBytes;
    private long maxUsedBytes;

    /** Copies the first bytes of a value into an array that the caller owns until giveBack. */
    byte[] copy(byte[] value, int length) {
      usedBytes += length;
      maxUsedBytes = Math.max(maxUsedBytes, usedBytes);
      if (length > MAX_CACHED_LENGTH || count[length] == 0) {
        return Arrays.copyOf(value, length);
      }
      int last = --count[length];
      byte[] exact = free[length][last];
      free[length][last] = null;
      keptBytes -= length;
      System.arraycopy(value, 0, exact, 0, length);
      return exact;
    }

    /** Copies like {@link #copy}, and reuses or takes back {@code former}, which may be null. */
    byte[] replace(byte[] former, byte[] value, int length) {
      if (former != null && former.length == length) {
        System.arraycopy(value, 0, former, 0, length);
        return former;
      }
      if (former != null) {
        giveBack(former);
      }
      return copy(value, length);
    }

    void giveBack(byte[] array) {
      int length = array.length;
      usedBytes -= length;
      if (length > MAX_CACHED_LENGTH
          || keptBytes + length > Math.max(MIN_LIMIT_BYTES, 2 * maxUsedBytes)) {
        return;
      }
      if (free[length] == null) {
        free[length] = new byte[FIRST_ARRAYS][];
      } else if (count[length] == free[length].length) {
        free[length] = Arrays.copyOf(free[length], 2 * count[length]);
      }
      free[length][count[length]++] = array;
      keptBytes += length;
    }
  }
}

package io.ibench.db.memory;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks the parameters strictly and runs a compiled action under the lock. Not thread-safe. */
final class MemoryPrepared implements Prepared {

  /** Executes a command with its values; adds rows that it reads to {@code read}. */
  interface Action {
    int run(MemoryPrepared prepared, List<Object[]> batch) throws DatabaseException;
  }

  /**
   * A parameter.
   *
   * @param least the smallest number of values; above 1 for a list of a fixed length
   * @param max maximum number of values; above 1 for a list
   */
  record Parameter(Column column, int least, int max) {

    /** A parameter that is no list. */
    static Parameter single(Column column) {
      return new Parameter(column, 1, 1);
    }
  }

  private final MemoryDatabase database;
  private final MemorySession session;
  private final List<Parameter> parameters;
  private final int maxBatch;
  private final Action action;
  private final Object[] values;
  private final List<Object[]> batch = new ArrayList<>();
  private final List<Object[]> read = new ArrayList<>();
  private boolean executed;
  private boolean commitAfterwards;
  private long old = ABSENT;
  private long resultHash;

  MemoryPrepared(
      MemoryDatabase database,
      MemorySession session,
      List<Parameter> parameters,
      int maxBatch,
      Action action) {
    this.database = database;
    this.session = session;
    this.parameters = parameters;
    this.maxBatch = maxBatch;
    this.action = action;
    this.values = new Object[parameters.size()];
  }

  void commitAfterwards() {
    commitAfterwards = true;
  }

  private void set(int parameter, Object value) {
    if (executed && maxBatch > 1) {
      batch.clear();
    }
    executed = false;
    values[parameter] = value;
  }

  @Override
  public void setLong(int parameter, long value) {
    set(parameter, MemoryTable.check(parameters.get(parameter).column(), value));
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    boolean padded = parameters.get(parameter).column().type() == ColumnType.CHAR;
    byte[] copy = Arrays.copyOf(value, padded ? withoutBlanks(value, length) : length);
    set(parameter, MemoryTable.check(parameters.get(parameter).column(), copy));
  }

  private static int withoutBlanks(byte[] value, int length) {
    int end = length;
    while (end > 0 && value[end - 1] == ' ') {
      end--;
    }
    return end;
  }

  @Override
  public void setLongs(int parameter, long[] list, int count) {
    Parameter allowed = parameters.get(parameter);
    if (count < allowed.least() || count > allowed.max()) {
      throw new IllegalArgumentException(
          count + " values for a list of " + allowed.least() + " to " + allowed.max());
    }
    set(parameter, Arrays.copyOf(list, count));
  }

  @Override
  public void setBytesAt(int parameter, int index, byte[] value, int length) {
    byte[][] before = index == 0 ? new byte[0][] : (byte[][]) values[parameter];
    Parameter allowed = parameters.get(parameter);
    if (before == null || before.length != index || index >= allowed.max()) {
      throw new IllegalArgumentException(
          "value " + index + " is not the next one of a list of 1 to " + allowed.max());
    }
    byte[][] list = Arrays.copyOf(before, index + 1);
    list[index] = (byte[]) MemoryTable.check(allowed.column(), Arrays.copyOf(value, length));
    set(parameter, list);
  }

  @Override
  public void addBatch() {
    if (maxBatch < 2 || batch.size() == maxBatch) {
      throw new IllegalStateException("more than " + maxBatch + " rows in a batch");
    }
    batch.add(boundValues());
    Arrays.fill(values, null);
  }

  private Object[] boundValues() {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        throw new IllegalStateException(
            "parameter " + i + " (" + parameters.get(i).column().name() + ") is not bound");
      }
    }
    return values.clone();
  }

  @Override
  public int execute() throws DatabaseException {
    List<Object[]> rows = maxBatch > 1 ? batch : List.<Object[]>of(boundValues());
    if (rows.isEmpty()) {
      throw new IllegalStateException("an empty batch");
    }
    executed = true;
    old = ABSENT;
    read.clear();
    resultHash = 0;
    database.lock().lock();
    try {
      int count = action.run(this, rows);
      if (commitAfterwards) {
        session.commit();
      }
      return count;
    } finally {
      database.lock().unlock();
    }
  }

  void setOld(long value) {
    old = value;
  }

  /** Adds a row to the result; {@code ordered}: its position counts in the hash. */
  void addRow(Object[] row, boolean ordered) {
    long hash = 0;
    for (int column = 0; column < row.length; column++) {
      Object value = row[column];
      hash =
          value instanceof byte[] bytes
              ? RowHash.bytes(hash, column, bytes, bytes.length)
              : RowHash.number(hash, column, (Long) value);
    }
    resultHash += RowHash.end(hash, read.size(), ordered);
    read.add(row);
  }

  @Override
  public long old() {
    return old;
  }

  @Override
  public long resultHash() {
    return resultHash;
  }

  @Override
  public long getLong(int row, int column) {
    Prepared.requireRow(row, read.size());
    return (Long) read.get(row)[column];
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    Prepared.requireRow(row, read.size());
    byte[] bytes = (byte[]) read.get(row)[column];
    System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
    return bytes.length;
  }
}

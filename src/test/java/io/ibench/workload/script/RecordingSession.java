package io.ibench.workload.script;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records what is executed, with its values: {@code UPDATE t SET x = ? 5}. A statement changes one
 * row unless the test gives it another answer.
 */
final class RecordingSession implements Session {

  /** The texts that were prepared. */
  final List<String> prepared = new ArrayList<>();

  final List<String> executed = new ArrayList<>();

  /** The number of the execution that fails. */
  int failing = -1;

  /** Why a statement cannot be prepared, by its text. */
  final Map<String, DatabaseException> refused = new LinkedHashMap<>();

  private final Map<String, Answer> answers = new LinkedHashMap<>();

  /**
   * What a statement answers.
   *
   * @param found rows read or changed
   * @param columns empty: it reads nothing
   * @param row the values of the kept row, or rows one after the other; empty: none is kept
   */
  private record Answer(int found, List<String> columns, List<Object> row) {

    boolean isRead() {
      return !columns.isEmpty();
    }

    /** Of the first value, which is enough to tell answers apart. */
    long hash() {
      return isRead() && !row.isEmpty() && row.get(0) instanceof Long number ? number : 0;
    }
  }

  /** The statement changes so many rows. */
  void changes(String text, int rows) {
    answers.put(text, new Answer(rows, List.of(), List.of()));
  }

  /** The statement returns so many rows; its columns, with blanks between, have these values. */
  void returns(String text, int rows, String columns, Object... values) {
    List<String> names = List.of(columns.split(" "));
    answers.put(text, new Answer(rows, names, Arrays.asList(values)));
  }

  @Override
  public NativePrepared prepare(Native statement) throws DatabaseException {
    prepared.add(statement.text());
    if (refused.containsKey(statement.text())) {
      throw refused.get(statement.text());
    }
    return new Recorded(statement);
  }

  @Override
  public Prepared prepare(Command command) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Aftermath aftermath() {
    return Aftermath.NONE;
  }

  @Override
  public void abort() {}

  @Override
  public void close() {}

  private final class Recorded implements NativePrepared {

    private final Native statement;
    private final String[] values;

    Recorded(Native statement) {
      this.statement = statement;
      values = new String[statement.parameters()];
      Arrays.fill(values, "unbound");
    }

    private Answer answer() {
      int changed = statement.control() == Native.Control.NONE ? 1 : 0;
      return answers.getOrDefault(statement.text(), new Answer(changed, List.of(), List.of()));
    }

    @Override
    public int execute() throws DatabaseException {
      executed.add(String.join(" ", statement.text(), String.join(" ", values)).strip());
      if (executed.size() - 1 == failing) {
        throw new DatabaseException(FailureKind.DEADLOCK, "deadlock");
      }
      return answer().found();
    }

    @Override
    public void setLong(int parameter, long value) {
      values[parameter] = Long.toString(value);
    }

    @Override
    public void setDouble(int parameter, double value) {
      values[parameter] = "double:" + value;
    }

    @Override
    public void setDecimal(int parameter, String value) {
      values[parameter] = "decimal:" + value;
    }

    @Override
    public void setBoolean(int parameter, boolean value) {
      values[parameter] = Boolean.toString(value);
    }

    @Override
    public void setText(int parameter, String value) {
      values[parameter] = "'" + value + "'";
    }

    @Override
    public void setBytes(int parameter, byte[] value) {
      values[parameter] = "x'" + HexFormat.of().formatHex(value) + "'";
    }

    @Override
    public void setNull(int parameter) {
      values[parameter] = "null";
    }

    @Override
    public boolean isRead() {
      return answer().isRead();
    }

    @Override
    public long resultHash() {
      return answer().hash();
    }

    @Override
    public List<String> columns() {
      return answer().columns();
    }

    @Override
    public int keptRows() {
      int rows = answer().row().isEmpty() ? 0 : answer().row().size() / columns().size();
      return statement.keptRows() < 0 ? Math.min(1, rows) : Math.min(statement.keptRows(), rows);
    }

    private Object value(int row, int column) {
      return answer().row().get(row * columns().size() + column);
    }

    @Override
    public NativeKind kind(int row, int column) {
      Object value = value(row, column);
      if (value instanceof Long) {
        return NativeKind.INTEGER;
      }
      if (value instanceof Double) {
        return NativeKind.DOUBLE;
      }
      if (value instanceof BigDecimal) {
        return NativeKind.DECIMAL;
      }
      if (value instanceof Boolean) {
        return NativeKind.BOOLEAN;
      }
      return value == null ? NativeKind.NULL : NativeKind.TEXT;
    }

    @Override
    public long getLong(int row, int column) {
      Object value = value(row, column);
      return value instanceof Boolean flag ? flag ? 1 : 0 : (Long) value;
    }

    @Override
    public double getDouble(int row, int column) {
      return (Double) value(row, column);
    }

    @Override
    public String getText(int row, int column) {
      return value(row, column).toString();
    }
  }
}

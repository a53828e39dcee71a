package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A select with an IN list: one statement for each power of two up to the list's maximum, all
 * prepared together, so that no list length is prepared during a measurement. A list is padded with
 * its last value. Not thread-safe.
 */
final class ListSelect implements Repreparable {

  private final Preparer preparer;
  private final Failures failures;
  private final RowBuffer rows;
  private final Binder binder;
  private final List<String> texts = new ArrayList<>();
  private final PreparedStatement[] statements;
  private final int listParameter;
  private final long[] numbers;
  private final long[] list;

  /** By position, for a column of bytes; null for numbers. */
  private final byte @Nullable [][] bytesList;

  private int listed;

  ListSelect(Preparer preparer, Sql sql, Command.Select select, Failures failures, RowBuffer rows) {
    this.preparer = preparer;
    this.failures = failures;
    this.rows = rows;
    this.binder = Binder.of(sql, select);
    List<Condition> parameters = select.where().stream().filter(Condition::takesParameter).toList();
    List<Condition> lists =
        parameters.stream().filter(condition -> condition.op().takesList()).toList();
    if (lists.size() != 1) {
      throw new IllegalArgumentException("one IN condition at most");
    }
    listParameter = parameters.indexOf(lists.get(0));
    numbers = new long[parameters.size()];
    list = new long[lists.get(0).max()];
    boolean listsNumbers = select.table().column(lists.get(0).column()).type().isNumber();
    bytesList = listsNumbers ? null : new byte[list.length][];
    for (int size = 1; ; size *= 2) {
      texts.add(sql.select(select, Math.min(size, list.length)));
      if (size >= list.length) {
        break;
      }
    }
    statements = new PreparedStatement[texts.size()];
  }

  @Override
  public void reprepare() throws SQLException {
    for (int i = 0; i < statements.length; i++) {
      statements[i] = preparer.prepare(texts.get(i));
    }
  }

  /** The needed length is known at execution only. */
  @Override
  public void prepareForOne() {}

  @Override
  public void release() throws SQLException {
    for (int i = 0; i < statements.length; i++) {
      PreparedStatement released = statements[i];
      statements[i] = null;
      if (released != null) {
        released.close();
      }
    }
  }

  @Override
  public void setLong(int parameter, long value) {
    numbers[parameter] = value;
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    if (parameter != listParameter || count < 1 || count > list.length) {
      throw new IllegalArgumentException(
          count + " values for parameter " + parameter + "; a list takes 1 to " + list.length);
    }
    System.arraycopy(values, 0, list, 0, count);
    listed = count;
  }

  /** Reuses the arrays: keys mostly have one length. */
  @Override
  public void setBytesAt(int parameter, int index, byte[] value, int length) {
    if (bytesList == null || parameter != listParameter || index > 0 && index != listed) {
      throw new IllegalArgumentException(
          "value " + index + " of parameter " + parameter + " is not the next one of its list");
    }
    if (bytesList[index] == null || bytesList[index].length != length) {
      bytesList[index] = new byte[length];
    }
    System.arraycopy(value, 0, bytesList[index], 0, length);
    listed = index + 1;
  }

  @Override
  public int execute() throws DatabaseException {
    int size = 32 - Integer.numberOfLeadingZeros(listed - 1);
    int width = Math.min(1 << size, list.length);
    try {
      PreparedStatement statement = statement(size);
      bind(statement, width);
      try (var results = statement.executeQuery()) {
        return rows.read(results);
      }
    } catch (SQLException e) {
      if (JdbcPrepared.isClosed(statements[size])) {
        statements[size] = null;
      }
      throw failures.of(e);
    }
  }

  private PreparedStatement statement(int size) throws SQLException {
    if (statements[size] == null) {
      statements[size] = preparer.prepare(texts.get(size));
    }
    return statements[size];
  }

  private void bind(PreparedStatement statement, int width) throws SQLException {
    int position = 1;
    for (int i = 0; i < numbers.length; i++) {
      if (i == listParameter) {
        for (int k = 0; k < width; k++) {
          bindListed(statement, position++, Math.min(k, listed - 1));
        }
      } else {
        binder.bind(statement, position++, i, numbers[i]);
      }
    }
  }

  private void bindListed(PreparedStatement statement, int position, int index)
      throws SQLException {
    if (bytesList == null) {
      binder.bind(statement, position, listParameter, list[index]);
    } else {
      statement.setBytes(position, bytesList[index]);
    }
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    throw new IllegalArgumentException("a select with a list takes numbers only");
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

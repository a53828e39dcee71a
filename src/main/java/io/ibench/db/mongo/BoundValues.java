package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The values of a command's parameters; for a batch, of each row. They stay until others are bound;
 * the first binding after an execution begins the next batch. Not thread-safe.
 */
final class BoundValues {

  /** 130 KB when every length has occurred; nine of ten LinkBench nodes are shorter. */
  private static final int LONGEST_KEPT = 512;

  private static final int FIRST_LISTED = 16;

  private final Column[] parameters;
  private final int maxRows;
  private final long[] numbers;
  private final byte[][] payloads;

  /** For a command of one row: for each parameter of bytes, an array of each short length. */
  private final byte[][][] kept;

  private final long[][] lists;
  private final byte[][][] byteLists;
  private final int[] listLengths;
  private int rows;
  private boolean executed;

  /**
   * @param maxRows above 1: each row ends with {@link #endRow}
   */
  BoundValues(List<Column> parameters, int maxRows) {
    this.parameters = parameters.toArray(Column[]::new);
    this.maxRows = maxRows;
    int cells = Math.multiplyExact(parameters.size(), maxRows);
    numbers = new long[cells];
    payloads = new byte[cells][];
    kept = new byte[parameters.size()][][];
    lists = new long[parameters.size()][];
    byteLists = new byte[parameters.size()][][];
    listLengths = new int[parameters.size()];
  }

  private int cell(int parameter, boolean number) {
    if (parameters[parameter].type().isNumber() != number) {
      throw new IllegalArgumentException(
          parameters[parameter].name() + " takes " + (number ? "bytes" : "a number"));
    }
    if (executed) {
      executed = false;
      rows = 0;
    }
    if (maxRows > 1 && rows == maxRows) {
      throw new IllegalStateException("more than " + rows + " rows in a batch");
    }
    return rows * parameters.length + parameter;
  }

  void setLong(int parameter, long value) {
    numbers[cell(parameter, true)] = value;
  }

  /** Copies the bytes into an array of exactly their length, which the driver needs. */
  void setBytes(int parameter, byte[] value, int length) {
    int cell = cell(parameter, false);
    payloads[cell] = exact(parameter, payloads[cell], length);
    System.arraycopy(value, 0, payloads[cell], 0, length);
  }

  /**
   * An array of this length; reuses one whose value is obsolete.
   *
   * @param former the cell's array or null
   */
  private byte[] exact(int parameter, byte[] former, int length) {
    if (former != null && former.length == length) {
      return former;
    }
    if (maxRows > 1 || length > LONGEST_KEPT) {
      return new byte[length];
    }
    if (kept[parameter] == null) {
      kept[parameter] = new byte[LONGEST_KEPT + 1][];
    }
    byte[][] byLength = kept[parameter];
    if (byLength[length] == null) {
      byLength[length] = new byte[length];
    }
    return byLength[length];
  }

  void setLongs(int parameter, long[] values, int count) {
    cell(parameter, true);
    if (lists[parameter] == null || lists[parameter].length < count) {
      lists[parameter] = new long[count];
    }
    System.arraycopy(values, 0, lists[parameter], 0, count);
    listLengths[parameter] = count;
  }

  /** See {@link io.ibench.db.Prepared#setBytesAt}. */
  void setBytesAt(int parameter, int index, byte[] value, int length) {
    cell(parameter, false);
    if (index > 0 && index != listLengths[parameter]) {
      throw new IllegalArgumentException("value " + index + " is not the next one of its list");
    }
    byte[][] list = byteLists[parameter];
    if (list == null || index == list.length) {
      list = list == null ? new byte[FIRST_LISTED][] : Arrays.copyOf(list, 2 * index);
      byteLists[parameter] = list;
    }
    if (list[index] == null || list[index].length != length) {
      list[index] = new byte[length];
    }
    System.arraycopy(value, 0, list[index], 0, length);
    listLengths[parameter] = index + 1;
  }

  void endRow() {
    if (maxRows == 1) {
      throw new IllegalStateException("the command takes one row");
    }
    if (rows == maxRows) {
      throw new IllegalStateException("more than " + rows + " rows in a batch");
    }
    rows++;
  }

  /** Called at each execution; returns whether the values are those of the last one. */
  boolean beginExecution() {
    if (rows() == 0) {
      throw new IllegalStateException("an empty batch");
    }
    boolean same = executed;
    executed = true;
    return same;
  }

  int rows() {
    return maxRows == 1 ? 1 : rows;
  }

  /** A bound number. */
  long number(int row, int parameter) {
    return numbers[row * parameters.length + parameter];
  }

  /** A value in the form of a document. */
  BsonValue value(int row, int parameter) {
    int cell = row * parameters.length + parameter;
    ColumnType type = parameters[parameter].type();
    if (type.isNumber()) {
      return DocumentValues.of(type, numbers[cell]);
    }
    if (payloads[cell] == null) {
      throw new IllegalStateException(parameters[parameter].name() + " is not bound");
    }
    return type.isText()
        ? new BsonString(new String(payloads[cell], StandardCharsets.ISO_8859_1))
        : new BsonBinary(payloads[cell]);
  }

  int listLength(int parameter) {
    return listLengths[parameter];
  }

  long listed(int parameter, int position) {
    return lists[parameter][position];
  }

  /** A list in the form of a filter. */
  BsonArray list(int parameter) {
    BsonArray array = new BsonArray(listLengths[parameter]);
    boolean numbers = parameters[parameter].type().isNumber();
    for (int i = 0; i < listLengths[parameter]; i++) {
      array.add(
          numbers
              ? DocumentValues.of(parameters[parameter].type(), lists[parameter][i])
              : new BsonBinary(byteLists[parameter][i]));
    }
    return array;
  }
}

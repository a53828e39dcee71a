package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.Type;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonValue;

/**
 * The values of a command's parameters, for a batch those of each row. They stay until others are
 * bound; the first binding after an execution begins the next batch. One thread's.
 */
final class BoundValues {

  private final Column[] parameters;
  private final int maxRows;
  private final long[] numbers;
  private final byte[][] payloads;
  private final long[][] lists;
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
    lists = new long[parameters.size()][];
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

  /** Copies them into an array of exactly their length, as the driver wants it. */
  void setBytes(int parameter, byte[] value, int length) {
    int cell = cell(parameter, false);
    byte[] kept = payloads[cell];
    if (kept == null || kept.length != length) {
      payloads[cell] = Arrays.copyOf(value, length);
    } else {
      System.arraycopy(value, 0, kept, 0, length);
    }
  }

  void setLongs(int parameter, long[] values, int count) {
    cell(parameter, true);
    if (lists[parameter] == null || lists[parameter].length < count) {
      lists[parameter] = new long[count];
    }
    System.arraycopy(values, 0, lists[parameter], 0, count);
    listLengths[parameter] = count;
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

  /** To be called at each execution; says whether the values are those of the last one. */
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

  /** A number as it was bound. */
  long number(int row, int parameter) {
    return numbers[row * parameters.length + parameter];
  }

  /** A value as it stands in documents. */
  BsonValue value(int row, int parameter) {
    int cell = row * parameters.length + parameter;
    Type type = parameters[parameter].type();
    if (type.isNumber()) {
      return DocumentValues.of(type, numbers[cell]);
    }
    if (payloads[cell] == null) {
      throw new IllegalStateException(parameters[parameter].name() + " is not bound");
    }
    return new BsonBinary(payloads[cell]);
  }

  int listLength(int parameter) {
    return listLengths[parameter];
  }

  long listed(int parameter, int position) {
    return lists[parameter][position];
  }

  /** A list as it stands in a filter. */
  BsonArray list(int parameter) {
    BsonArray array = new BsonArray(listLengths[parameter]);
    for (int i = 0; i < listLengths[parameter]; i++) {
      array.add(DocumentValues.of(parameters[parameter].type(), lists[parameter][i]));
    }
    return array;
  }
}

package io.ibench.db.rocksdb.engine;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import java.util.Arrays;
import java.util.List;

/**
 * The bound values of a command. They stay bound. Not thread-safe; allocates nothing once grown.
 */
final class Parameters {

  private final Column[] columns;

  /** The fewest and the most values of each; 1 and 1: no list. */
  private final int[] least;

  private final int[] most;
  private final boolean[] bound;
  private final long[] numbers;
  private final Bytes[] bytes;
  private final long[][] lists;
  private final byte[][][] bytesLists;
  private final int[] counts;

  Parameters(Command command) {
    columns = command.parameters().toArray(Column[]::new);
    least = new int[columns.length];
    most = new int[columns.length];
    Arrays.fill(least, 1);
    Arrays.fill(most, 1);
    bound = new boolean[columns.length];
    numbers = new long[columns.length];
    bytes = new Bytes[columns.length];
    Arrays.setAll(bytes, i -> new Bytes());
    lists = new long[columns.length][];
    bytesLists = new byte[columns.length][][];
    counts = new int[columns.length];
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    int first = command.firstOfConditions();
    for (int i = 0; i < taking.size(); i++) {
      Condition condition = taking.get(i);
      most[first + i] = condition.values();
      least[first + i] = condition.op() == Condition.Op.IN ? 1 : condition.values();
      lists[first + i] = new long[condition.values()];
      bytesLists[first + i] =
          new byte[columns[first + i].type().isNumber() ? 0 : most[first + i]][];
    }
  }

  void setLong(int parameter, long value) {
    bound[parameter] = true;
    numbers[parameter] = value;
  }

  void setBytes(int parameter, byte[] value, int length) {
    if (length > columns[parameter].maxBytes()) {
      throw new IllegalArgumentException(
          length
              + " bytes for column "
              + columns[parameter].name()
              + ", which takes "
              + columns[parameter].maxBytes());
    }
    bound[parameter] = true;
    bytes[parameter].clear();
    bytes[parameter].raw(value, 0, kept(parameter, value, length));
  }

  /** Blanks at the end are no part of text of a fixed length. */
  private int kept(int parameter, byte[] value, int length) {
    int end = length;
    if (columns[parameter].type() == ColumnType.CHAR) {
      while (end > 0 && value[end - 1] == ' ') {
        end--;
      }
    }
    return end;
  }

  void setLongs(int parameter, long[] values, int count) {
    if (count < least[parameter] || count > most[parameter]) {
      throw new IllegalArgumentException(
          count + " values for a list of " + least[parameter] + " to " + most[parameter]);
    }
    bound[parameter] = true;
    System.arraycopy(values, 0, lists[parameter], 0, count);
    counts[parameter] = count;
  }

  void setBytesAt(int parameter, int index, byte[] value, int length) {
    int next = index == 0 ? 0 : counts[parameter];
    if (next != index || index >= most[parameter]) {
      throw new IllegalArgumentException(
          "value " + index + " is not the next one of a list of 1 to " + most[parameter]);
    }
    bound[parameter] = true;
    byte[] there = bytesLists[parameter][index];
    bytesLists[parameter][index] =
        there != null && there.length == length ? there : new byte[length];
    System.arraycopy(value, 0, bytesLists[parameter][index], 0, length);
    counts[parameter] = index + 1;
  }

  void requireBound() {
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i]) {
        throw new IllegalStateException(
            "parameter " + i + " (" + columns[i].name() + ") is not bound");
      }
    }
  }

  /** Nothing is bound: the next row of a batch begins. */
  void unbind() {
    Arrays.fill(bound, false);
  }

  long number(int parameter) {
    return numbers[parameter];
  }

  /** Puts a value into a row. */
  void into(Row row, int parameter, int column, boolean number) {
    if (number) {
      row.numbers[column] = numbers[parameter];
    } else {
      row.bytes(column, bytes[parameter].array, 0, bytes[parameter].length);
    }
  }

  int count(int parameter) {
    return counts[parameter];
  }

  long[] list(int parameter) {
    return lists[parameter];
  }

  byte[][] bytesList(int parameter) {
    return bytesLists[parameter];
  }

  byte[] bytes(int parameter) {
    return bytes[parameter].array;
  }

  /** The bound bytes, now and after each binding. */
  Bytes bound(int parameter) {
    return bytes[parameter];
  }

  int length(int parameter) {
    return bytes[parameter].length;
  }
}

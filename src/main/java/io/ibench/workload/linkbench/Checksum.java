package io.ibench.workload.linkbench;

import io.ibench.db.Column;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Folds everything that an operation has read into one number per operation: nothing can be left
 * unread, and two databases that answered alike have the same number. One worker's.
 */
final class Checksum {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final long[] sums;
  private byte[] bytes = new byte[DataBuffer.FIRST_BYTES];

  Checksum(int operations) {
    sums = new long[operations];
  }

  /** The columns of a select, as the fold needs them. */
  static boolean[] numbers(Table table, List<String> columns) {
    boolean[] numbers = new boolean[columns.size()];
    for (int i = 0; i < numbers.length; i++) {
      Column column = table.column(columns.get(i));
      numbers[i] = column.type().isNumber();
    }
    return numbers;
  }

  long get(int operation) {
    return sums[operation];
  }

  /** Takes in a number, in order. */
  void add(int operation, long value) {
    sums[operation] = step(sums[operation], value);
  }

  /** Takes in all rows; their order counts only when {@code ordered}. */
  void addRows(int operation, Prepared select, int rows, boolean[] numbers, boolean ordered) {
    long sum = rows;
    for (int row = 0; row < rows; row++) {
      long folded = ordered ? row : 0;
      for (int column = 0; column < numbers.length; column++) {
        folded =
            numbers[column]
                ? step(folded, select.getLong(row, column))
                : addBytes(folded, read(select, row, column));
      }
      sum += folded;
    }
    add(operation, sum);
  }

  /** Reads a payload, into a larger array when it needs one, which is seldom. */
  private int read(Prepared select, int row, int column) {
    int length = select.getBytes(row, column, bytes);
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
      select.getBytes(row, column, bytes);
    }
    return length;
  }

  private long addBytes(long sum, int length) {
    long folded = step(sum, length);
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      folded = step(folded, (long) LONGS.get(bytes, at));
    }
    for (; at < length; at++) {
      folded = step(folded, bytes[at]);
    }
    return folded;
  }

  private static long step(long sum, long value) {
    long mixed = (sum ^ value) * PRIME;
    return mixed ^ mixed >>> 32;
  }
}

package io.ibench.db.rocksdb.engine;

import io.ibench.db.RowHash;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a select has read: numbers, and places of bytes in one array. Not thread-safe;
 * reused. It allocates nothing once grown, unless it sorts or removes equal rows.
 */
final class Rows {

  private final int[] columns;
  private final boolean[] numeric;
  private long[] cells = new long[64];
  private byte[] data = new byte[256];
  private int used;
  private int count;

  /** The rows in their order, after sorting; null: as they were added. */
  private Integer @Nullable [] order;

  /**
   * @param columns of the table: those of the answer, then those that sort it
   */
  Rows(RowLayout layout, int[] columns) {
    this.columns = columns;
    this.numeric = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      numeric[i] = layout.isNumber(columns[i]);
    }
  }

  void clear() {
    used = 0;
    count = 0;
    order = null;
  }

  int count() {
    return order == null ? count : order.length;
  }

  void add(Row row) {
    int at = count * columns.length;
    if (cells.length < at + columns.length) {
      cells = Arrays.copyOf(cells, 2 * (at + columns.length));
    }
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      cells[at + i] =
          numeric[i]
              ? row.numbers[column]
              : keep(row.sources[column], row.offsets[column], row.lengths[column]);
    }
    count++;
  }

  /** Returns place and length. */
  private long keep(byte[] from, int offset, int length) {
    if (data.length - used < length) {
      data = Arrays.copyOf(data, Math.max(used + length, 2 * data.length));
    }
    System.arraycopy(from, offset, data, used, length);
    long cell = (long) used << Integer.SIZE | length;
    used += length;
    return cell;
  }

  private static int place(long cell) {
    return (int) (cell >>> Integer.SIZE);
  }

  private static int length(long cell) {
    return (int) cell;
  }

  private long cell(int row, int column) {
    int at = order == null ? row : order[row];
    return cells[at * columns.length + column];
  }

  /** Sorts by columns of the answer and those after them; equal rows stay in their order. */
  void sort(int[] by, boolean descending) {
    Comparator<Integer> comparator = (a, b) -> compare(a, b, by);
    order = IntStream.range(0, count).boxed().toArray(Integer[]::new);
    Arrays.sort(order, descending ? comparator.reversed() : comparator);
  }

  private int compare(int a, int b, int[] by) {
    for (int column : by) {
      long one = cells[a * columns.length + column];
      long other = cells[b * columns.length + column];
      int result =
          numeric[column]
              ? Long.compare(one, other)
              : Arrays.compareUnsigned(
                  data,
                  place(one),
                  place(one) + length(one),
                  data,
                  place(other),
                  place(other) + length(other));
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  /** Keeps the first of equal rows. */
  void distinct(int width) {
    Set<List<Object>> seen = new HashSet<>();
    int rows = count();
    order =
        IntStream.range(0, rows)
            .filter(row -> seen.add(values(row, width)))
            .map(row -> order == null ? row : order[row])
            .boxed()
            .toArray(Integer[]::new);
  }

  private List<Object> values(int row, int width) {
    Object[] values = new Object[width];
    for (int i = 0; i < width; i++) {
      long cell = cell(row, i);
      values[i] =
          numeric[i]
              ? (Object) cell
              : new String(
                  data, place(cell), length(cell), java.nio.charset.StandardCharsets.ISO_8859_1);
    }
    return List.of(values);
  }

  /** Keeps the rows from one on. */
  void slice(int from, int to) {
    int rows = count();
    int first = Math.min(from, rows);
    int end = Math.min(to, rows);
    if (first > 0 || end < rows) {
      Integer[] all =
          order == null ? IntStream.range(0, rows).boxed().toArray(Integer[]::new) : order;
      order = Arrays.copyOfRange(all, first, end);
    }
  }

  /** The hash of the first columns of all rows. */
  long hash(int width, boolean ordered) {
    long sum = 0;
    for (int row = 0; row < count(); row++) {
      long hash = 0;
      for (int column = 0; column < width; column++) {
        long cell = cell(row, column);
        hash =
            numeric[column]
                ? RowHash.number(hash, column, cell)
                : RowHash.bytes(hash, column, data, place(cell), length(cell));
      }
      sum += RowHash.end(hash, row, ordered);
    }
    return sum;
  }

  long number(int row, int column) {
    return cell(row, column);
  }

  int bytes(int row, int column, byte[] into) {
    long cell = cell(row, column);
    System.arraycopy(data, place(cell), into, 0, Math.min(length(cell), into.length));
    return length(cell);
  }
}

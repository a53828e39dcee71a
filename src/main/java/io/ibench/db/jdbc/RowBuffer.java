package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.Fold;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one select, decoded into memory that is reused for the next one. Every column of
 * every row is read: a client that leaves results unread measures something else.
 */
final class RowBuffer {

  private static final int FIRST_ROWS = 16;

  private final boolean[] isNumber;
  private final boolean ordered;
  private final int columns;
  private long[] cells;
  private byte[] bytes = new byte[256];
  private int bytesUsed;
  private long fold;

  /**
   * @param ordered the rows come in an order that the command names
   */
  RowBuffer(List<Column> selected, boolean ordered) {
    this.ordered = ordered;
    columns = selected.size();
    isNumber = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      isNumber[i] = selected.get(i).type().isNumber();
    }
    cells = new long[columns * FIRST_ROWS];
  }

  /** Reads all rows and returns how many there were. */
  int read(ResultSet results) throws SQLException {
    int rows = 0;
    bytesUsed = 0;
    fold = 0;
    while (results.next()) {
      int at = rows * columns;
      if (at + columns > cells.length) {
        cells = Arrays.copyOf(cells, cells.length * 2);
      }
      fold += Fold.end(readRow(results, at), rows, ordered);
      rows++;
    }
    return rows;
  }

  /**
   * Decodes and folds one row in one go; a second pass over long lists would cost as much again.
   */
  private long readRow(ResultSet results, int at) throws SQLException {
    long folded = 0;
    for (int i = 0; i < columns; i++) {
      if (isNumber[i]) {
        long value = results.getLong(i + 1);
        cells[at + i] = value;
        folded = Fold.number(folded, i, value);
      } else {
        byte[] value = results.getBytes(i + 1);
        cells[at + i] = append(value);
        folded = Fold.bytes(folded, i, value, value.length);
      }
    }
    return folded;
  }

  long fold() {
    return fold;
  }

  /** Keeps the bytes; where and how many, in one long. */
  private long append(byte[] value) {
    int end = Math.addExact(bytesUsed, value.length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
    }
    System.arraycopy(value, 0, bytes, bytesUsed, value.length);
    long cell = (long) bytesUsed << 32 | value.length;
    bytesUsed = end;
    return cell;
  }

  long number(int row, int column) {
    return cells[row * columns + column];
  }

  int bytes(int row, int column, byte[] into) {
    long cell = cells[row * columns + column];
    int length = (int) cell;
    System.arraycopy(bytes, (int) (cell >>> 32), into, 0, Math.min(length, into.length));
    return length;
  }
}

package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.RowHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one select, decoded into memory that the next one reuses. It reads every column of
 * every row: a client that does not read results measures something else. Not thread-safe.
 */
public final class RowBuffer {

  private static final int FIRST_ROWS = 16;

  /**
   * What the next select reuses. Longer memory is released, because sooner or later each of a
   * thousand workers reads a list of 10,000 rows.
   */
  static final int MAX_KEPT_CELLS = 1 << 12;

  static final int MAX_KEPT_BYTES = 1 << 15;

  private final ValueCodec codec;
  private final ColumnType[] types;
  private final boolean ordered;
  private final int columns;
  private final int maxKeptCells;
  private long[] cells;
  private byte[] bytes = new byte[256];
  private int bytesUsed;
  private long resultHash;

  /**
   * @param ordered the command specifies the order of the rows
   */
  public RowBuffer(ValueCodec codec, List<Column> selected, boolean ordered) {
    this.codec = codec;
    this.ordered = ordered;
    columns = selected.size();
    types = selected.stream().map(Column::type).toArray(ColumnType[]::new);
    cells = new long[columns * FIRST_ROWS];
    maxKeptCells = Math.max(MAX_KEPT_CELLS, cells.length);
  }

  /**
   * Reads all rows and returns their number. Each row is decoded and hashed in one pass: a second
   * pass over long lists would cost as much again.
   */
  int read(ResultSet results) throws SQLException {
    int rows = 0;
    int at = 0;
    long sum = 0;
    bytesUsed = 0;
    releaseLongMemory();
    while (results.next()) {
      if (at + columns > cells.length) {
        cells = Arrays.copyOf(cells, cells.length * 2);
      }
      sum += RowHash.end(readRow(results, cells, at), rows, ordered);
      at += columns;
      rows++;
    }
    resultHash = sum;
    return rows;
  }

  private void releaseLongMemory() {
    if (cells.length > maxKeptCells) {
      cells = new long[maxKeptCells];
    }
    if (bytes.length > MAX_KEPT_BYTES) {
      bytes = new byte[MAX_KEPT_BYTES];
    }
  }

  /** The memory for rows, in bytes. */
  long capacityBytes() {
    return (long) Long.BYTES * cells.length + bytes.length;
  }

  /**
   * Reads a BYTE with getByte: a driver whose getLong reads at most two kinds of columns is
   * compiled without a virtual call for each value.
   */
  private long readRow(ResultSet results, long[] into, int at) throws SQLException {
    ColumnType[] kinds = types;
    long hash = 0;
    for (int i = 0; i < kinds.length; i++) {
      if (!kinds[i].isNumber()) {
        byte[] value =
            kinds[i] == ColumnType.BYTES ? results.getBytes(i + 1) : codec.readText(results, i + 1);
        int length = kinds[i] == ColumnType.CHAR ? withoutBlanks(value) : value.length;
        into[at + i] = append(value, length);
        hash = RowHash.bytes(hash, i, value, length);
      } else {
        long value = number(results, i + 1, kinds[i]);
        into[at + i] = value;
        hash = RowHash.number(hash, i, value);
      }
    }
    return hash;
  }

  private long number(ResultSet results, int position, ColumnType type) throws SQLException {
    if (type.isWholeNumber()) {
      return type == ColumnType.BYTE ? results.getByte(position) : results.getLong(position);
    }
    return codec.read(results, position, type);
  }

  long resultHash() {
    return resultHash;
  }

  /** Products differ in whether they return the blanks that fill a column of a fixed length. */
  private static int withoutBlanks(byte[] value) {
    int length = value.length;
    while (length > 0 && value[length - 1] == ' ') {
      length--;
    }
    return length;
  }

  /** Stores the first bytes; returns their position and length in one long. */
  private long append(byte[] value, int length) {
    int end = Math.addExact(bytesUsed, length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
    }
    System.arraycopy(value, 0, bytes, bytesUsed, length);
    long cell = (long) bytesUsed << 32 | length;
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

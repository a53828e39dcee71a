package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one select, decoded into memory that the next one reuses. It reads every column of
 * every row: a client that does not read results measures something else. Where the driver has all
 * of a row when it returns from {@link ResultSet#next}, rows can be counted instead. Not
 * thread-safe.
 */
public final class RowBuffer {

  private static final int FIRST_ROWS = 16;

  /** Of its own. Longer memory is borrowed, and returned by the next select. */
  static final int MAX_KEPT_CELLS = 1 << 12;

  static final int MAX_KEPT_BYTES = 1 << 15;

  private final ValueCodec codec;
  private final ColumnType[] types;
  private final boolean textAsBytes;
  private final boolean ordered;
  private final int columns;
  private final boolean rowsAreComplete;
  private boolean readsValues = true;
  private final SpareMemory spare;
  private long[] ownCells;
  private byte[] ownBytes = new byte[256];
  private long[] cells;
  private byte[] bytes = ownBytes;
  private int bytesUsed;
  private int rowsRead;
  private long resultHash;

  /**
   * @param ordered the command specifies the order of the rows
   * @param spare the memory of long lists
   */
  RowBuffer(ValueCodec codec, List<Column> selected, boolean ordered, SpareMemory spare) {
    this.codec = codec;
    textAsBytes = codec.readsTextAsBytes();
    this.ordered = ordered;
    this.spare = spare;
    columns = selected.size();
    rowsAreComplete = codec.rowsAreComplete();
    types = selected.stream().map(Column::type).toArray(ColumnType[]::new);
    ownCells = new long[columns * FIRST_ROWS];
    cells = ownCells;
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
    rowsRead = 0;
    returnLongMemory();
    if (!readsValues) {
      return count(results);
    }
    while (results.next()) {
      if (at + columns > cells.length) {
        growCells();
      }
      sum += RowHash.end(readRow(results, cells, at), rows, ordered);
      at += columns;
      rows++;
    }
    resultHash = sum;
    rowsRead = rows;
    return rows;
  }

  /** Whether the next reads decode values or count rows. */
  void readValues(boolean wanted) {
    readsValues = wanted || !rowsAreComplete;
  }

  private int count(ResultSet results) throws SQLException {
    int rows = 0;
    while (results.next()) {
      rows++;
    }
    resultHash = 0;
    return rows;
  }

  private void returnLongMemory() {
    if (cells != ownCells) {
      spare.give(cells);
      cells = ownCells;
    }
    if (bytes != ownBytes) {
      spare.give(bytes);
      bytes = ownBytes;
    }
  }

  private void growCells() {
    int length = cells.length * 2;
    if (length <= MAX_KEPT_CELLS) {
      ownCells = Arrays.copyOf(ownCells, length);
      cells = ownCells;
      return;
    }
    long[] longer = spare.longs(length, cells);
    if (cells != ownCells) {
      spare.give(cells);
    }
    cells = longer;
  }

  private void growBytes(int length) {
    if (length <= MAX_KEPT_BYTES) {
      ownBytes = Arrays.copyOf(ownBytes, length);
      bytes = ownBytes;
      return;
    }
    byte[] longer = spare.bytes(length, bytes, bytesUsed);
    if (bytes != ownBytes) {
      spare.give(bytes);
    }
    bytes = longer;
  }

  /** The memory for rows, its own and borrowed, in bytes. */
  long capacityBytes() {
    return Long.BYTES * ((long) ownCells.length + (cells == ownCells ? 0 : cells.length))
        + ownBytes.length
        + (bytes == ownBytes ? 0 : bytes.length);
  }

  /**
   * Reads a BYTE with getByte: a driver whose getLong reads at most two kinds of columns is
   * compiled without a virtual call for each value.
   */
  private long readRow(ResultSet results, long[] into, int at) throws SQLException {
    ColumnType[] kinds = types;
    long hash = 0;
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i].isText() && !textAsBytes) {
        long cell = append(results.getString(i + 1), kinds[i] == ColumnType.CHAR);
        into[at + i] = cell;
        hash = RowHash.bytes(hash, i, bytes, (int) (cell >>> 32), (int) cell);
      } else if (!kinds[i].isNumber()) {
        byte[] value = results.getBytes(i + 1);
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
    require(length);
    System.arraycopy(value, 0, bytes, bytesUsed, length);
    return appended(length);
  }

  /** The same of a text, without an array of its own unless it is not ASCII. */
  private long append(String text, boolean filledUp) {
    int length = text.length();
    while (filledUp && length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    require(length);
    for (int i = 0; i < length; i++) {
      char next = text.charAt(i);
      if (next > 0x7f) {
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        return append(value, filledUp ? withoutBlanks(value) : value.length);
      }
      bytes[bytesUsed + i] = (byte) next;
    }
    return appended(length);
  }

  private void require(int length) {
    int end = Math.addExact(bytesUsed, length);
    if (end > bytes.length) {
      growBytes(Math.max(end, bytes.length * 2));
    }
  }

  private long appended(int length) {
    long cell = (long) bytesUsed << 32 | length;
    bytesUsed += length;
    return cell;
  }

  long number(int row, int column) {
    Prepared.requireRow(row, rowsRead);
    return cells[row * columns + column];
  }

  int bytes(int row, int column, byte[] into) {
    Prepared.requireRow(row, rowsRead);
    long cell = cells[row * columns + column];
    int length = (int) cell;
    System.arraycopy(bytes, (int) (cell >>> 32), into, 0, Math.min(length, into.length));
    return length;
  }
}

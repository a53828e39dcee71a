package io.ibench.series;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the rows of a CSV file of a result folder, one after the other, in bounded memory: a week
 * of seconds has hundreds of megabytes. Skips and counts lines whose number of cells differs from
 * the head's, and lines that are there twice; replaces broken characters. Not thread-safe.
 */
public final class CsvRows implements AutoCloseable {

  private static final char QUOTE = '"';
  private static final int EXACT_DIGITS = 15;
  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14
  };

  /** The length of {@code 2026-11-21T18:43:} in a time. */
  private static final int MINUTE_LENGTH = 17;

  private final ByteLines lines;
  private final List<String> head;

  /** The end of each cell, in the bytes; the next cell begins one byte later. */
  private final int[] ends;

  /** The bytes that hold the row, and where it begins. */
  private byte[] bytes = {};

  private int start;
  private long row;
  private long damaged;

  /** The number of each cell that was asked for, and in which row: formulas share them. */
  private final double[] numbers;

  private final long[] numberRows;

  /** The minute of the last time: most rows have the same minute as the row before. */
  private byte[] minute = {};

  private long minuteMillis;

  private CsvRows(ByteLines lines) throws IOException {
    this.lines = lines;
    this.head = lines.next() ? cells() : List.of();
    this.ends = new int[head.size()];
    this.numbers = new double[head.size()];
    this.numberRows = new long[head.size()];
  }

  /** Opens a file, before its first row. */
  public static CsvRows open(Path file) throws IOException {
    return of(LineLimit.openBytes(file));
  }

  /** Opens one of many files, as {@link LineLimit#openOfMany}. */
  public static CsvRows openOfMany(Path file) throws IOException {
    return of(LineLimit.openBytesOfMany(file));
  }

  private static CsvRows of(ByteLines lines) throws IOException {
    try {
      return new CsvRows(lines);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  private List<String> cells() {
    List<String> cells = new ArrayList<>();
    int from = lines.start();
    while (from <= lines.end()) {
      int to = end(lines.bytes(), from, lines.end());
      cells.add(unquoted(lines.text(from, to)));
      from = to + 1;
    }
    return cells;
  }

  /** The end of the cell that begins at {@code from}: a comma outside of quotes, or the line's. */
  private static int end(byte[] bytes, int from, int lineEnd) {
    int at = from;
    if (at < lineEnd && bytes[at] == QUOTE) {
      boolean quoted = false;
      while (at < lineEnd && (bytes[at] != ',' || quoted)) {
        quoted ^= bytes[at++] == QUOTE;
      }
      return at;
    }
    while (at < lineEnd && bytes[at] != ',') {
      at++;
    }
    return at;
  }

  private static String unquoted(String cell) {
    boolean quoted = cell.length() > 1 && cell.charAt(0) == QUOTE && cell.endsWith("\"");
    return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
  }

  /** The names of the columns. */
  public List<String> head() {
    return head;
  }

  /** The number of a column; -1 if there is no such column. */
  public int column(String name) {
    return head.indexOf(name);
  }

  /** Reads the next row; returns false at the end. */
  public boolean next() throws IOException {
    while (lines.next()) {
      if (!lines.isRepeated() && split()) {
        row++;
        return true;
      }
      damaged++;
    }
    return false;
  }

  private boolean split() {
    bytes = lines.bytes();
    start = lines.start();
    int lineEnd = lines.end();
    int from = start;
    int cells = 0;
    while (from <= lineEnd) {
      if (cells == ends.length) {
        return false;
      }
      int to = end(bytes, from, lineEnd);
      ends[cells++] = to;
      from = to + 1;
    }
    return cells == ends.length;
  }

  /** The cell's text; empty without such a column. */
  public String text(int column) {
    return column < 0 ? "" : unquoted(raw(column));
  }

  private String raw(int column) {
    return lines.text(start(column), ends[column]);
  }

  private int start(int column) {
    return column == 0 ? start : ends[column - 1] + 1;
  }

  /** The cell's number; NaN if it is empty or no number, and without such a column. */
  public double number(int column) {
    if (column < 0) {
      return Double.NaN;
    }
    if (numberRows[column] != row) {
      int from = start(column);
      int to = ends[column];
      numbers[column] = to - from > EXACT_DIGITS ? anyNumber(column) : number(column, from, to);
      numberRows[column] = row;
    }
    return numbers[column];
  }

  /**
   * Up to 15 digits and the power of ten are exact as doubles, so their quotient is the nearest
   * double; parseDouble takes ten times as long.
   */
  private double number(int column, int from, int to) {
    long digits = 0;
    int point = -1;
    for (int i = from; i < to; i++) {
      byte c = bytes[i];
      if (c >= '0' && c <= '9') {
        digits = 10 * digits + (c - '0');
      } else if (c == '.' && point < 0 && to - from > 1) {
        point = i;
      } else {
        return anyNumber(column);
      }
    }
    if (from == to) {
      return Double.NaN;
    }
    return point < 0 ? digits : digits / POWERS[to - point - 1];
  }

  private double anyNumber(int column) {
    String cell = raw(column);
    if (!cell.equals(cell.trim())) {
      return Double.NaN; // parseDouble would skip these characters.
    }
    try {
      double number = Double.parseDouble(cell);
      return Double.isFinite(number) ? number : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The cell's time in milliseconds since 1970; {@link Long#MIN_VALUE} if it is no time. */
  public long epochMillis(int column) {
    if (column < 0) {
      return Long.MIN_VALUE;
    }
    int from = start(column);
    int to = Math.min(from + MINUTE_LENGTH, ends[column]);
    if (minute.length > 0 && Arrays.equals(minute, 0, minute.length, bytes, from, to)) {
      long millis = millis(from + MINUTE_LENGTH, ends[column]);
      if (millis >= 0) {
        return minuteMillis + millis;
      }
    }
    try {
      String time = raw(column);
      Instant instant = Instant.parse(time);
      if (time.length() > MINUTE_LENGTH && time.charAt(MINUTE_LENGTH - 1) == ':') {
        minute = Arrays.copyOfRange(bytes, from, from + MINUTE_LENGTH);
        minuteMillis = Instant.parse(time.substring(0, MINUTE_LENGTH) + "00Z").toEpochMilli();
      }
      return instant.toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      // ArithmeticException: the milliseconds of the time overflow, which is damage too.
      return Long.MIN_VALUE;
    }
  }

  /** The milliseconds of {@code 12Z} or {@code 12.345Z}; -1 for any other text. */
  private long millis(int from, int to) {
    boolean whole = to - from == 3;
    if (!whole && (to - from != 7 || bytes[from + 2] != '.') || bytes[to - 1] != 'Z') {
      return -1;
    }
    long digits = 0;
    for (int i = from; i < to - 1; i++) {
      byte c = bytes[i];
      boolean isDigit = c >= '0' && c <= '9';
      if (!isDigit && i != from + 2) {
        return -1;
      }
      digits = isDigit ? 10 * digits + (c - '0') : digits;
    }
    long millis = whole ? 1000 * digits : digits;
    return millis < 60_000 ? millis : -1;
  }

  /** The number of skipped lines so far. */
  public long damaged() {
    return damaged;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

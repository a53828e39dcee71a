package io.ibench.series;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
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

  private final BufferedReader lines;
  private final List<String> head;
  private String line = "";

  /** The end of each cell of the line; the next cell begins one character later. */
  private final int[] ends;

  private long damaged;

  /** The minute of the last time: most rows have the same minute as the row before. */
  private String minute = "";

  private long minuteMillis;

  private CsvRows(BufferedReader lines) throws IOException {
    this.lines = lines;
    String first = lines.readLine();
    this.head = first == null ? List.of() : cells(first);
    this.ends = new int[head.size()];
  }

  /** Opens a file, before its first row. */
  public static CsvRows open(Path file) throws IOException {
    BufferedReader lines = LineLimit.open(file, StandardCharsets.UTF_8);
    try {
      return new CsvRows(lines);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  /** Opens one of many files, as {@link LineLimit#openOfMany}. */
  public static CsvRows openOfMany(Path file) throws IOException {
    BufferedReader lines = LineLimit.openOfMany(file, StandardCharsets.UTF_8);
    try {
      return new CsvRows(lines);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    int start = 0;
    while (start <= line.length()) {
      int end = end(line, start);
      cells.add(unquoted(line.substring(start, end)));
      start = end + 1;
    }
    return cells;
  }

  /**
   * The end of the cell that begins at {@code start}: a comma outside of quotes, or the line's end.
   */
  private static int end(String line, int start) {
    if (start >= line.length() || line.charAt(start) != QUOTE) {
      int comma = line.indexOf(',', start);
      return comma < 0 ? line.length() : comma;
    }
    boolean quoted = false;
    for (int i = start; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == QUOTE) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        return i;
      }
    }
    return line.length();
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
    while (true) {
      String before = line;
      line = lines.readLine();
      if (line == null) {
        return false;
      }
      if (!line.equals(before) && split()) {
        return true;
      }
      damaged++;
    }
  }

  private boolean split() {
    int start = 0;
    int cells = 0;
    while (start <= line.length()) {
      if (cells == ends.length) {
        return false;
      }
      ends[cells] = end(line, start);
      start = ends[cells++] + 1;
    }
    return cells == ends.length;
  }

  /** The cell's text; empty without such a column. */
  public String text(int column) {
    return column < 0 ? "" : unquoted(raw(column));
  }

  private String raw(int column) {
    return line.substring(start(column), ends[column]);
  }

  private int start(int column) {
    return column == 0 ? 0 : ends[column - 1] + 1;
  }

  /** The cell's number; NaN if it is empty or no number, and without such a column. */
  public double number(int column) {
    if (column < 0) {
      return Double.NaN;
    }
    int from = start(column);
    int to = ends[column];
    return to - from > EXACT_DIGITS ? anyNumber(column) : number(column, from, to);
  }

  /**
   * Up to 15 digits and the power of ten are exact as doubles, so their quotient is the nearest
   * double; parseDouble takes ten times as long.
   */
  private double number(int column, int from, int to) {
    long digits = 0;
    int point = -1;
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
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
    if (minute.length() == MINUTE_LENGTH && line.startsWith(minute, from)) {
      long millis = millis(from + MINUTE_LENGTH, ends[column]);
      if (millis >= 0) {
        return minuteMillis + millis;
      }
    }
    try {
      String time = raw(column);
      Instant instant = Instant.parse(time);
      if (time.length() > MINUTE_LENGTH && time.charAt(MINUTE_LENGTH - 1) == ':') {
        minute = time.substring(0, MINUTE_LENGTH);
        minuteMillis = Instant.parse(minute + "00Z").toEpochMilli();
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
    if (!whole && (to - from != 7 || line.charAt(from + 2) != '.') || line.charAt(to - 1) != 'Z') {
      return -1;
    }
    long digits = 0;
    for (int i = from; i < to - 1; i++) {
      char c = line.charAt(i);
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

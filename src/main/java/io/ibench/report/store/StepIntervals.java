package io.ibench.report.store;

import io.ibench.series.LineLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * The rows of a folder's intervals.csv, one after the other and in bounded memory; damaged ones are
 * skipped. One thread's.
 */
final class StepIntervals implements AutoCloseable {

  static final String FILE = "intervals.csv";

  private static final char COMMA = ',';

  private final BufferedReader lines;
  private final List<String> head;
  private final int step;
  private final int repeat;

  private StepIntervals(BufferedReader lines) throws IOException {
    this.lines = lines;
    String first = lines.readLine();
    this.head = first == null ? List.of() : List.of(first.split(",", -1));
    this.step = head.indexOf("step");
    this.repeat = head.indexOf("repeat");
  }

  /**
   * A row.
   *
   * @param endMillis when the interval ended, since 1970
   * @param seconds its length
   * @param operations completed ones
   */
  record Row(String step, long repeat, long endMillis, double seconds, long operations) {

    double middleMillis() {
      return endMillis - 500 * seconds;
    }
  }

  static StepIntervals open(Path folder) throws IOException {
    BufferedReader lines = LineLimit.open(folder.resolve(FILE), StandardCharsets.UTF_8);
    try {
      return new StepIntervals(lines);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  /** The next row of the same step and repeat; null when there is none. */
  Row nextOf(Row other) throws IOException {
    return next(other, true);
  }

  /** The next row of another step or repeat; null when there is none. Of null it is the first. */
  Row nextUnlike(Row other) throws IOException {
    return next(other, false);
  }

  /** A week has 600,000 rows; those that are not wanted are not taken apart. */
  private Row next(Row other, boolean wanted) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (isOf(line, other) == wanted) {
        String[] cells = line.split(",", -1);
        if (cells.length == head.size()) {
          try {
            return row(cells);
          } catch (NumberFormatException | DateTimeException e) {
            // Damaged: what follows is compared with what this row would have told, and differs.
            continue;
          }
        }
      }
    }
    return null;
  }

  private boolean isOf(String line, Row row) {
    return row != null
        && holds(line, step, row.step())
        && holds(line, repeat, Long.toString(row.repeat()));
  }

  /** Whether a line's cell is this text. */
  private static boolean holds(String line, int column, String text) {
    int from = 0;
    for (int i = 0; i < column; i++) {
      from = line.indexOf(COMMA, from) + 1;
      if (from == 0) {
        return false;
      }
    }
    int end = from + text.length();
    return line.startsWith(text, from) && end < line.length() && line.charAt(end) == COMMA;
  }

  private Row row(String[] cells) {
    return new Row(
        cell(cells, "step"),
        Long.parseLong(cell(cells, "repeat")),
        Instant.parse(cell(cells, "time")).toEpochMilli(),
        Double.parseDouble(cell(cells, "seconds")),
        Long.parseLong(cell(cells, "operations")));
  }

  private String cell(String[] cells, String column) {
    int index = head.indexOf(column);
    return index < 0 ? "" : cells[index];
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

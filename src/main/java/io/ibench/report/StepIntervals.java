package io.ibench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

  private final BufferedReader lines;
  private final List<String> head;

  private StepIntervals(BufferedReader lines) throws IOException {
    this.lines = lines;
    String first = lines.readLine();
    this.head = first == null ? List.of() : List.of(first.split(",", -1));
  }

  /**
   * A row.
   *
   * @param endMillis when the interval ended, since 1970
   * @param seconds its length
   * @param operations completed ones
   */
  record Row(String step, long repeat, long endMillis, double seconds, long operations) {

    boolean isOf(Row other) {
      return step.equals(other.step) && repeat == other.repeat;
    }

    double middleMillis() {
      return endMillis - 500 * seconds;
    }
  }

  static StepIntervals open(Path folder) throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Files.newInputStream(folder.resolve(FILE)), StandardCharsets.UTF_8));
    try {
      return new StepIntervals(lines);
    } catch (IOException e) {
      lines.close();
      throw e;
    }
  }

  /** Null behind the last one. */
  Row next() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
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
    return null;
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

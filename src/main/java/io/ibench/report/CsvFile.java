package io.ibench.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Comma-separated rows, appended and flushed as they come. One thread's. */
final class CsvFile implements AutoCloseable {

  private final Path file;
  private final BufferedWriter writer;

  CsvFile(Path file, List<String> head) {
    this.file = file;
    try {
      // Writes ? for a broken character, where Files.newBufferedWriter would end the run.
      writer =
          new BufferedWriter(
              new OutputStreamWriter(
                  Files.newOutputStream(file, StandardOpenOption.CREATE_NEW),
                  StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file, e);
    }
    add(head);
    flush();
  }

  void add(List<?> cells) {
    StringJoiner line = new StringJoiner(",", "", "\n");
    cells.forEach(cell -> line.add(text(cell)));
    try {
      writer.write(line.toString());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** An absent value is an empty cell; text with a comma, quote or line end is quoted. */
  private static String text(Object cell) {
    if (cell == null) {
      return "";
    }
    if (cell instanceof Double number) {
      return String.format(Locale.ROOT, "%.3f", number);
    }
    String text = cell.toString();
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** To the microsecond: intervals and rows may take less than a millisecond. */
  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.6f", seconds);
  }

  void flush() {
    try {
      writer.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("cannot write " + file, e);
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}

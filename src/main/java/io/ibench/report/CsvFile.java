package io.ibench.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/** Comma-separated rows, appended and flushed as they come. One thread's. */
final class CsvFile implements AutoCloseable {

  private final Path file;
  private final BufferedWriter writer;

  CsvFile(Path file, List<String> head) {
    this.file = file;
    try {
      writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file, e);
    }
    add(head);
    flush();
  }

  void add(List<?> cells) {
    StringBuilder line = new StringBuilder();
    for (Object cell : cells) {
      line.append(line.isEmpty() ? "" : ",").append(text(cell));
    }
    try {
      writer.write(line.append('\n').toString());
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

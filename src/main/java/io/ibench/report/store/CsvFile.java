package io.ibench.report.store;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;

/** Comma-separated rows, appended and flushed as they come. Not thread-safe. */
final class CsvFile implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;
  private final BufferedWriter writer;

  CsvFile(Path file, List<String> head) {
    this(file);
    add(head);
    flush();
  }

  /** Whose first row is its head. */
  CsvFile(Path file) {
    this.file = file;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      // Writes ? for a broken character, where Files.newBufferedWriter would end the run.
      writer =
          new BufferedWriter(
              new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file, e);
    }
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
      return rounded(number, 3);
    }
    if (cell instanceof Number || cell instanceof Instant) {
      return cell.toString();
    }
    String text = cell.toString();
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** To the microsecond: intervals and rows may take less than a millisecond. */
  static String seconds(double seconds) {
    return rounded(seconds, 6);
  }

  /** As String.format does, which takes several times as long: a week has millions of cells. */
  private static String rounded(double number, int decimals) {
    return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  void flush() {
    try {
      writer.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What was written survives the machine from now on. */
  void force() {
    flush();
    try {
      channel.force(false);
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

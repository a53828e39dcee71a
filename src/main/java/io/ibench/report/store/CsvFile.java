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

/** Writes comma-separated rows. Not thread-safe. */
public final class CsvFile implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;
  private final BufferedWriter writer;
  private final boolean isEmpty;
  private boolean isBroken;

  /** Writes the head: column names with commas between them. */
  public CsvFile(Path file, String columns, boolean continued) {
    this(file, continued);
    if (isEmpty) {
      add(List.of(columns.split(",")));
      flush();
    }
  }

  /**
   * Without a head: the caller adds it as the first row.
   *
   * @param continued appends to a file that may exist
   */
  public CsvFile(Path file, boolean continued) {
    this.file = file;
    try {
      channel =
          FileChannel.open(
              file,
              continued ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
              StandardOpenOption.APPEND);
      isEmpty = channel.size() == 0;
      // Writes ? for a broken character, where Files.newBufferedWriter would end the run.
      writer =
          new BufferedWriter(
              new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file, e);
    }
  }

  /** Whether it had no rows when it was opened. */
  boolean wasEmpty() {
    return isEmpty;
  }

  /** Adds a row. */
  public void add(List<?> cells) {
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
  public static String seconds(double seconds) {
    return rounded(seconds, 6);
  }

  /** Rounds as String.format does, which is several times slower: a week has millions of cells. */
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

  /** Makes the rows so far survive a crash of the machine. */
  void force() {
    flush();
    try {
      channel.force(false);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(IOException e) {
    isBroken = true;
    return new UncheckedIOException("cannot write " + file, e);
  }

  /** After a failure nothing more is written: a row would be there twice, or in parts. */
  @Override
  public void close() {
    try (FileChannel closed = channel) {
      if (!isBroken && closed.isOpen()) {
        writer.close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }
}

package io.ibench.series;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Reads the tagged lines of a latency.hlog, one after the other, in bounded memory. Parses only the
 * requested parts of a line. Not thread-safe.
 */
public final class HlogLines implements AutoCloseable {

  private static final String TAG = "Tag=";

  /** Tag, start, length, maximum, histogram. */
  private static final int CELLS = 5;

  private static final int COMPRESSED = 0x1c849304;
  private static final int ENCODED = 0x1c849303;
  private static final int WITHOUT_WORD_SIZE = ~0xf0;
  private static final int OUTER_HEAD_BYTES = 8;
  private static final int HEAD_BYTES = 40;

  /** Three digits make 0.5 MB of counts at most; ibench writes two. */
  private static final int MAX_DIGITS = 3;

  private static final int MAX_BYTES = 1 << 20;

  private final BufferedReader lines;
  private String line = "";
  private long startMillis;
  private long endMillis;

  private HlogLines(BufferedReader lines) {
    this.lines = lines;
  }

  /** Opens a file, before its first line. */
  public static HlogLines open(Path file) throws IOException {
    return new HlogLines(LineLimit.open(file, StandardCharsets.ISO_8859_1));
  }

  /** Opens one of many files, as {@link LineLimit#openOfMany}. */
  public static HlogLines openOfMany(Path file) throws IOException {
    return new HlogLines(LineLimit.openOfMany(file, StandardCharsets.ISO_8859_1));
  }

  /** Reads the next line; returns false at the end. */
  public boolean next() throws IOException {
    do {
      line = lines.readLine();
    } while (line != null && !line.startsWith(TAG));
    return line != null;
  }

  /** The line's tag; empty if the line ends within it. */
  public String tag() {
    int comma = line.indexOf(',');
    return comma < 0 ? "" : line.substring(TAG.length(), comma);
  }

  /** Parses the times of the line; returns false if the line is damaged. */
  public boolean readTimes() {
    String[] cells = line.split(",", -1);
    if (cells.length != CELLS) {
      return false;
    }
    try {
      double start = Double.parseDouble(cells[1]);
      startMillis = Math.round(1e3 * start);
      endMillis = Math.round(1e3 * (start + Double.parseDouble(cells[2])));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * The start of the line's time, in milliseconds since the run's start. After {@link #readTimes}.
   */
  public long startMillis() {
    return startMillis;
  }

  /** The end of the line's time, like {@link #startMillis}. */
  public long endMillis() {
    return endMillis;
  }

  /** The line's histogram; throws a {@code DataFormatException} for any damage. */
  public Histogram histogram() throws DataFormatException {
    return decode(line.substring(line.lastIndexOf(',') + 1));
  }

  /**
   * Decodes a histogram. Its head says how much memory it needs, which anybody can write: so the
   * head is checked first.
   *
   * @throws DataFormatException for any damage
   */
  static Histogram decode(String text) throws DataFormatException {
    try {
      byte[] bytes = Base64.getDecoder().decode(text.trim());
      requireSmall(bytes);
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (RuntimeException e) {
      throw new DataFormatException("no histogram: " + e.getMessage());
    }
  }

  private static void requireSmall(byte[] bytes) throws DataFormatException {
    ByteBuffer outer = ByteBuffer.wrap(bytes);
    boolean compressed = (outer.getInt() & WITHOUT_WORD_SIZE) == COMPRESSED;
    int length = outer.getInt();
    if (!compressed || length < 0 || length > bytes.length - OUTER_HEAD_BYTES) {
      throw new DataFormatException("no histogram");
    }
    ByteBuffer head = ByteBuffer.wrap(inflated(bytes, length));
    boolean encoded = (head.getInt() & WITHOUT_WORD_SIZE) == ENCODED;
    int payload = head.getInt();
    head.getInt(); // the offset of its counts
    int digits = head.getInt();
    if (!encoded || payload < 0 || payload > MAX_BYTES || digits < 0 || digits > MAX_DIGITS) {
      throw new DataFormatException("no histogram of latencies");
    }
  }

  private static byte[] inflated(byte[] bytes, int length) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, OUTER_HEAD_BYTES, length);
      byte[] head = new byte[HEAD_BYTES];
      if (inflater.inflate(head) < HEAD_BYTES) {
        throw new DataFormatException("no whole histogram");
      }
      return head;
    } finally {
      inflater.end();
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

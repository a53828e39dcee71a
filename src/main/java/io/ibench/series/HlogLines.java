package io.ibench.series;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The lines of a latency.hlog that have a tag, one after the other and in bounded memory. No more
 * of a line is looked at than what is asked for. Not thread-safe.
 */
public final class HlogLines implements AutoCloseable {

  private static final String TAG = "Tag=";

  /** Tag, start, length, maximum, histogram. */
  private static final int CELLS = 5;

  private final BufferedReader lines;
  private String line = "";
  private long startMillis;
  private long endMillis;

  private HlogLines(BufferedReader lines) {
    this.lines = lines;
  }

  /** Before the first line. */
  public static HlogLines open(Path file) throws IOException {
    return new HlogLines(LineLimit.open(file, StandardCharsets.ISO_8859_1));
  }

  /** Goes to the next line; false when there is none. */
  public boolean next() throws IOException {
    do {
      line = lines.readLine();
    } while (line != null && !line.startsWith(TAG));
    return line != null;
  }

  /** Empty where the line is cut within it. */
  public String tag() {
    int comma = line.indexOf(',');
    return comma < 0 ? "" : line.substring(TAG.length(), comma);
  }

  /** Reads the times of the line; false where it is not whole. */
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

  /** When its time begins, in milliseconds since the run began; of the times that were read. */
  public long startMillis() {
    return startMillis;
  }

  /** When its time ends, likewise. */
  public long endMillis() {
    return endMillis;
  }

  /** Whatever is wrong with the histogram is a {@code DataFormatException}. */
  public Histogram histogram() throws DataFormatException {
    return HlogHistogram.decode(line.substring(line.lastIndexOf(',') + 1));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

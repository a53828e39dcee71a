package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.ibench.report.figures.NumberText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * The memory that one command may use for results. {@link #read} estimates what a file needs before
 * anything parses it: a crafted file of a few megabytes may need more than any heap. Not
 * thread-safe.
 */
public final class ReadBudget {

  /** Share of the heap; the rest is for tables, pages and everything else. */
  private static final double SHARE = 0.7;

  /** Share of a file's memory that is still in use after its bytes are released. */
  private static final double KEPT = 0.35;

  private static final long FIELD_BYTES = 48;
  private static final long VALUE_BYTES = 40;

  /** A value in a list, which may become a line of a report. */
  private static final long LINE_BYTES = 150;

  /** More than any object has that a run writes. */
  private static final long MAX_FIELDS = 5_000;

  private static final long CROWDED_FIELD_BYTES = 400;
  private static final long OBJECT_BYTES = 400;

  /** An object in a list: reports have a row for most of them. */
  private static final long ELEMENT_BYTES = 1200;

  private static final long MEGABYTE = 1L << 20;

  /** A larger file fits into no array, however large the heap is. */
  private static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private static final int HEAP_STEP = 256;
  private static final JsonFactory JSON = new JsonFactory();

  private static final long[] LIST = {};

  private long left;

  ReadBudget(long bytes) {
    this.left = bytes;
  }

  /** The memory that this process can spare. */
  public static ReadBudget ofHeap() {
    return new ReadBudget((long) (SHARE * Runtime.getRuntime().maxMemory()));
  }

  /**
   * Reads a file if its content fits.
   *
   * @throws UnreadableResultException if it is no regular file, cannot be read, or does not fit
   */
  public byte[] read(Path file) throws UnreadableResultException {
    if (Files.notExists(file)) {
      Path folder = file.toAbsolutePath().getParent();
      boolean ofDuet = folder != null && StoredDuet.isIn(folder);
      throw new UnreadableResultException(
          file,
          ofDuet
              ? "does not exist: the folder is that of a duet, which ibench report shows; its sides"
                  + " are the runs in its folders a and b"
              : "does not exist: the folder holds no result of a run");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UnreadableResultException(file, "is not a file");
    }
    try {
      long size = Files.size(file);
      requireRoom(file, size);
      if (size > MAX_ARRAY_BYTES) {
        throw new UnreadableResultException(file, "is larger than any run writes");
      }
      byte[] json = Files.readAllBytes(file);
      long needed = json.length + bytes(json);
      requireRoom(file, needed);
      left -= (long) (KEPT * needed);
      return json;
    } catch (AccessDeniedException e) {
      throw new UnreadableResultException(file, "may not be read by this user");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + e.getMessage());
    }
  }

  /**
   * Reads a file that is small in every run. Nothing larger, and nothing that is no file, is read:
   * a link to a device has no end, and a pipe would block its reader.
   *
   * @throws IOException also if it is no regular file, or larger than the limit
   */
  static byte[] readSmall(Path file, int maxBytes) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + " is not a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw new IOException(file + " is larger than any run writes");
      }
      return bytes;
    }
  }

  private void requireRoom(Path file, long needed) throws UnreadableResultException {
    if (needed > left) {
      long heap = (long) Math.ceil((needed - left) / SHARE) + Runtime.getRuntime().maxMemory();
      throw new UnreadableResultException(
          file,
          String.format(
              Locale.ROOT,
              "takes some %s MB of memory to read, and there are %s MB for it; IBENCH_HEAP=%dm"
                  + " would do",
              NumberText.count(megabytes(needed)),
              NumberText.count(left / MEGABYTE),
              HEAP_STEP * (megabytes(heap) / HEAP_STEP + 1)));
    }
  }

  private static long megabytes(long bytes) {
    return (bytes + MEGABYTE - 1) / MEGABYTE;
  }

  /** Estimates the memory that the content needs as objects, up to where it is damaged. */
  private static long bytes(byte[] json) throws IOException {
    long bytes = 0;
    Deque<long[]> fields = new ArrayDeque<>();
    try (JsonParser parser = JSON.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        boolean listed = !fields.isEmpty() && fields.peek() == LIST;
        switch (token) {
          case START_OBJECT -> {
            bytes += OBJECT_BYTES + (listed ? ELEMENT_BYTES : 0);
            fields.push(new long[1]);
          }
          case START_ARRAY -> {
            bytes += LINE_BYTES;
            fields.push(LIST);
          }
          case END_OBJECT, END_ARRAY -> fields.pop();
          case FIELD_NAME ->
              bytes += ++fields.peek()[0] > MAX_FIELDS ? CROWDED_FIELD_BYTES : FIELD_BYTES;
          case VALUE_STRING ->
              bytes += (listed ? LINE_BYTES : VALUE_BYTES) + 4L * parser.getTextLength();
          default -> bytes += listed ? LINE_BYTES : VALUE_BYTES;
        }
      }
    } catch (JsonProcessingException e) {
      return bytes; // The parser reports the damage.
    }
    return bytes;
  }
}

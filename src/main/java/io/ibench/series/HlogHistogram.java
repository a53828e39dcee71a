package io.ibench.series;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * A histogram as a line of latency.hlog has it. How much memory one takes stands in its head, which
 * anybody can write: it is looked at first. Stateless.
 */
public final class HlogHistogram {

  private static final int COMPRESSED = 0x1c849304;
  private static final int ENCODED = 0x1c849303;
  private static final int WITHOUT_WORD_SIZE = ~0xf0;
  private static final int OUTER_HEAD_BYTES = 8;
  private static final int HEAD_BYTES = 40;

  /** Three make 0.5 MB of counts at most, and ibench writes two. */
  private static final int MOST_DIGITS = 3;

  private static final int MOST_BYTES = 1 << 20;

  private HlogHistogram() {}

  /** Whatever is wrong with it is a {@code DataFormatException}. */
  public static Histogram decode(String text) throws DataFormatException {
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
    if (!encoded || payload < 0 || payload > MOST_BYTES || digits < 0 || digits > MOST_DIGITS) {
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
}

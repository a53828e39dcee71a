package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a row: a run of the letter a, and random characters. A few random characters are
 * drawn one by one; more are, as in the ancestor, a piece of one long text at a random offset.
 * Thread-safe and shared by all workers; each has a {@link Buffer}.
 */
final class RowData {

  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  private static final byte[] ALPHABET = BASE64.getBytes(StandardCharsets.US_ASCII);
  private static final int CHARACTERS_IN_A_LONG = 10;

  /** More random bytes than this are copied from the text. */
  private static final int MAX_DRAWN = 2 * CHARACTERS_IN_A_LONG;

  /** As in the ancestor: 4 MiB of entropy in base64. */
  private static final int TEXT_LENGTH = 5_592_408;

  /** The entropy of base64: 6 bits in 8. */
  private static final double RANDOM_SHARE = 0.75;

  private final String alphabet;
  private final long seed;
  private final int shortest;
  private final int longest;
  private final boolean randomFirst;

  /** Whether each random byte is one of 64. */
  private final boolean sixBits;

  /** How many bytes are random, by length. */
  private final int[] randomBytes;

  /** Created when it is first needed: it is long, and not every plan is run. */
  private byte @Nullable [] text;

  private RowData(
      String alphabet,
      long seed,
      int shortest,
      int longest,
      boolean randomFirst,
      double randomShare) {
    this.alphabet = alphabet;
    this.seed = seed;
    this.shortest = shortest;
    this.longest = longest;
    this.randomFirst = randomFirst;
    this.sixBits = alphabet.length() == 64;
    this.randomBytes = new int[longest + 1];
    Arrays.setAll(randomBytes, length -> (int) (length * randomShare));
  }

  /**
   * The bytes of the column data, or of the character fields of the Java clients of 2013.
   *
   * @param fields whether there are character fields
   */
  static RowData from(Config config, boolean fields, long seed) {
    int length = Math.toIntExact(config.get(InsertKeys.CHAR_FIELD_LENGTH));
    double random = 1 - config.get(InsertKeys.PERCENT_COMPRESSIBLE) / 100;
    int shortest = Math.toIntExact(config.get(InsertKeys.DATA_LENGTH_MIN));
    int longest = Math.toIntExact(config.get(InsertKeys.DATA_LENGTH_MAX));
    double share = RANDOM_SHARE * config.get(InsertKeys.DATA_RANDOM_PCT) / 100;
    if (shortest > longest) {
      config.problem(
          "is above insert.data_length_max = " + longest,
          InsertKeys.DATA_LENGTH_MIN,
          InsertKeys.DATA_LENGTH_MAX);
      shortest = longest;
    }
    return fields
        ? new RowData(LETTERS, seed, length, length, true, random)
        : new RowData(BASE64, seed, shortest, longest, false, share);
  }

  private synchronized byte[] text() {
    if (text == null) {
      byte[] characters = alphabet.getBytes(StandardCharsets.US_ASCII);
      Random64 random = new Random64(Random64.hash(seed, "data"));
      byte[] made = new byte[TEXT_LENGTH];
      for (int i = 0; i < made.length; i++) {
        made[i] = characters[random.nextInt(characters.length)];
      }
      text = made;
    }
    return text;
  }

  /** Whether {@code count} random bytes are drawn one by one, not copied from the text. */
  private boolean drawsEach(int count) {
    return sixBits && count <= MAX_DRAWN;
  }

  /** The bytes of each value; empty if they differ. */
  OptionalInt length() {
    return shortest == longest ? OptionalInt.of(longest) : OptionalInt.empty();
  }

  Buffer buffer() {
    return new Buffer(drawsEach(randomBytes[longest]) ? new byte[0] : text());
  }

  /** The bytes of one row. Confined to the worker's thread. */
  final class Buffer {

    private final byte[] source;

    private final byte[] bytes = new byte[longest];
    private int length;

    Buffer(byte[] source) {
      this.source = source;
      Arrays.fill(bytes, (byte) 'a');
    }

    /** Draws a length, then the random bytes or their offset in the text. */
    void draw(Random64 random) {
      length = shortest + random.nextInt(longest - shortest + 1);
      int count = randomBytes[length];
      int from = randomFirst ? 0 : length - count;
      Arrays.fill(bytes, 0, from, (byte) 'a');
      if (drawsEach(count)) {
        drawEach(random, from, count);
      } else {
        int offset = random.nextInt(TEXT_LENGTH - count + 1);
        System.arraycopy(source, offset, bytes, from, count);
      }
    }

    /** Drawing a few bytes is faster than the cache miss of reading them from a long text. */
    private void drawEach(Random64 random, int from, int count) {
      int at = from;
      int end = from + count;
      while (at < end) {
        long bits = random.nextLong();
        int last = Math.min(end, at + CHARACTERS_IN_A_LONG);
        while (at < last) {
          bytes[at++] = ALPHABET[(int) bits & 63];
          bits >>>= 6;
        }
      }
    }

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }
  }
}

package io.ibench.workload.oltp;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;

/**
 * The values of rows: k, and the digits of c and pad, ten and five groups of eleven with a dash
 * between. Not thread-safe: the texts are reused.
 */
final class RowContent {

  static final int C_LENGTH = 119;
  static final int PAD_LENGTH = 59;

  /** id, k, c and pad. */
  static final long ROW_BYTES = 2L * Integer.BYTES + C_LENGTH + PAD_LENGTH;

  private static final int DIGITS = 11;
  private static final int GROUP = DIGITS + 1;
  private static final long GROUPS = 100_000_000_000L;

  private final byte[] c = new byte[C_LENGTH];
  private final byte[] pad = new byte[PAD_LENGTH];

  /** The text of c; valid until the next draw. */
  byte[] c() {
    return c;
  }

  /** The text of pad; valid until the next draw. */
  byte[] pad() {
    return pad;
  }

  void drawC(Random64 random) {
    draw(random, c);
  }

  void drawPad(Random64 random) {
    draw(random, pad);
  }

  private static void draw(Random64 random, byte[] into) {
    for (int from = 0; from < into.length; from += GROUP) {
      long digits = random.nextLong(GROUPS);
      for (int at = from + DIGITS - 1; at >= from; at--) {
        into[at] = (byte) ('0' + digits % 10);
        digits /= 10;
      }
      if (from + DIGITS < into.length) {
        into[from + DIGITS] = '-';
      }
    }
  }

  /** Whether the first bytes are a text of this form, with this length. */
  static boolean isOfForm(byte[] text, int length, int wanted) {
    if (length != wanted) {
      return false;
    }
    for (int at = 0; at < length; at++) {
      boolean dash = at % GROUP == DIGITS;
      if (dash ? text[at] != '-' : text[at] < '0' || text[at] > '9') {
        return false;
      }
    }
    return true;
  }

  /** The loaded rows of one table: a row depends on the seed, the table and its id alone. */
  static final class Loaded {

    private final long seed;
    private final Distribution k;
    private final Random64 random = new Random64(0);
    private final RowContent content;

    /**
     * @param table its number, from 1 on
     */
    Loaded(OltpSettings settings, int table, Distribution k, RowContent content) {
      this.seed = Random64.hash(settings.seed(), "oltp", Integer.toString(table));
      this.k = k;
      this.content = content;
    }

    /** Draws c and pad of a row, and returns its k. */
    long draw(long id) {
      random.seed(Random64.hash(seed, id));
      long drawn = 1 + k.draw(random);
      content.drawC(random);
      content.drawPad(random);
      return drawn;
    }
  }
}

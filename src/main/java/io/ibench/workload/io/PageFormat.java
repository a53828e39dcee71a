package io.ibench.workload.io;

import io.ibench.db.FileMagic;
import io.ibench.random.Random64;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Makes and checks pages. A page has a head of 40 bytes (magic number, checksum, the folder's
 * number, its own number, generation, writer, sequence, length), a body, and a tail of 8 bytes that
 * repeats generation and sequence. All numbers have the highest byte first. The checksum is the
 * CRC32C over the page with 0 in its place. Confined to one thread; allocates nothing.
 */
final class PageFormat {

  /** What is wrong with a page. */
  enum Damage {
    NONE,
    /** Zeros. */
    HOLE,
    /** No page of ibench. */
    FOREIGN,
    OTHER_FOLDER,
    /** Head and tail are of different writes. */
    TORN,
    CHECKSUM,
    /** A whole page of another place. */
    MISPLACED,
    /** A whole page that is older than what was written. */
    LOST_WRITE,
    /** A whole page that nobody has written yet. */
    UNKNOWN_WRITE
  }

  static final int HEAD_BYTES = 40;

  private static final int CRC_AT = 4;
  private static final int PAGE_AT = 16;
  private static final int GENERATION_AT = 24;
  private static final int WRITER_AT = 28;
  private static final int SEQUENCE_AT = 32;
  private static final int LENGTH_AT = 36;
  private static final int TAIL_BYTES = 8;
  private static final int SECTOR_BYTES = 512;
  private static final int FILLER_BYTES = 1 << 20;

  private final int pageBytes;
  private final long id;
  private final ByteBuffer filler;
  private final CRC32C crc = new CRC32C();

  /**
   * @param id of the folder
   * @param filler of {@link #filler}
   */
  PageFormat(int pageBytes, long id, ByteBuffer filler) {
    this.pageBytes = pageBytes;
    this.id = id;
    this.filler = filler;
  }

  /** The bytes of which bodies are made; threads share them and change nothing. */
  static ByteBuffer filler(IoSettings settings) {
    Random64 random = new Random64(settings.seed());
    ByteBuffer filler = ByteBuffer.allocateDirect(FILLER_BYTES + settings.pageBytes());
    int drawn = SECTOR_BYTES * (100 - settings.compressiblePct()) / 100 / Long.BYTES * Long.BYTES;
    for (int at = 0; at + SECTOR_BYTES <= filler.capacity(); at += SECTOR_BYTES) {
      for (int i = 0; i < drawn; i += Long.BYTES) {
        filler.putLong(at + i, random.nextLong());
      }
    }
    return filler;
  }

  /** Makes the page at a position of the buffer. The same arguments make the same bytes. */
  void write(ByteBuffer buffer, int at, long page, int generation, int writer, int sequence) {
    int from =
        (int) (Random64.hash(page, generation) & FILLER_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
    buffer.limit(buffer.capacity());
    buffer.put(at + HEAD_BYTES, filler, from, pageBytes - HEAD_BYTES - TAIL_BYTES);
    buffer.putInt(at + FileMagic.MAGIC_AT, FileMagic.MAGIC);
    buffer.putInt(at + CRC_AT, 0);
    buffer.putLong(at + FileMagic.ID_AT, id);
    buffer.putLong(at + PAGE_AT, page);
    buffer.putInt(at + GENERATION_AT, generation);
    buffer.putInt(at + WRITER_AT, writer);
    buffer.putInt(at + SEQUENCE_AT, sequence);
    buffer.putInt(at + LENGTH_AT, pageBytes);
    buffer.putInt(at + pageBytes - TAIL_BYTES, generation);
    buffer.putInt(at + pageBytes - TAIL_BYTES + Integer.BYTES, sequence);
    buffer.putInt(at + CRC_AT, crc(buffer, at));
  }

  private int crc(ByteBuffer buffer, int at) {
    crc.reset();
    buffer.limit(at + pageBytes).position(at);
    crc.update(buffer);
    buffer.limit(buffer.capacity());
    return (int) crc.getValue();
  }

  /**
   * Checks the page at a position of the buffer.
   *
   * @param expected the generation that was written last; see {@link Generations#get}
   */
  Damage check(ByteBuffer buffer, int at, long page, int expected) {
    if (buffer.getInt(at + FileMagic.MAGIC_AT) != FileMagic.MAGIC) {
      return isZeros(buffer, at) ? Damage.HOLE : Damage.FOREIGN;
    }
    if (buffer.getLong(at + FileMagic.ID_AT) != id) {
      return Damage.OTHER_FOLDER;
    }
    if (generation(buffer, at) != tailGeneration(buffer, at)
        || buffer.getInt(at + SEQUENCE_AT)
            != buffer.getInt(at + pageBytes - TAIL_BYTES + Integer.BYTES)) {
      return Damage.TORN;
    }
    int stored = buffer.getInt(at + CRC_AT);
    buffer.putInt(at + CRC_AT, 0);
    int computed = crc(buffer, at);
    buffer.putInt(at + CRC_AT, stored);
    if (computed != stored) {
      return Damage.CHECKSUM;
    }
    if (number(buffer, at) != page) {
      return Damage.MISPLACED;
    }
    int found = generation(buffer, at);
    return expected < 0 || found == expected
        ? Damage.NONE
        : found < expected ? Damage.LOST_WRITE : Damage.UNKNOWN_WRITE;
  }

  private boolean isZeros(ByteBuffer buffer, int at) {
    for (int i = 0; i < pageBytes; i += Long.BYTES) {
      if (buffer.getLong(at + i) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Which page it says to be. */
  static long number(ByteBuffer buffer, int at) {
    return buffer.getLong(at + PAGE_AT);
  }

  static int generation(ByteBuffer buffer, int at) {
    return buffer.getInt(at + GENERATION_AT);
  }

  private int tailGeneration(ByteBuffer buffer, int at) {
    return buffer.getInt(at + pageBytes - TAIL_BYTES);
  }

  /** The damage in words; for failures, which are rare. */
  String describe(Damage damage, ByteBuffer buffer, int at, int expected) {
    return switch (damage) {
      case NONE -> "whole";
      case HOLE -> "hole: zeros";
      case FOREIGN -> "no page of ibench: its magic number is wrong";
      case OTHER_FOLDER -> "page of another folder or an earlier fill";
      case TORN ->
          "torn (head generation "
              + generation(buffer, at)
              + ", tail "
              + tailGeneration(buffer, at)
              + ")";
      case CHECKSUM -> "checksum: the contents changed after they were written";
      case MISPLACED -> "misplaced: says page " + number(buffer, at);
      case LOST_WRITE ->
          "lost write: generation " + generation(buffer, at) + ", written " + expected;
      case UNKNOWN_WRITE ->
          "unknown write: generation " + generation(buffer, at) + ", written " + expected;
    };
  }
}

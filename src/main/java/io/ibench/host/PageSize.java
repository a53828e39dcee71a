package io.ibench.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The kernel's page size, from the auxiliary vector of this process. */
final class PageSize {

  private static final long DEFAULT_BYTES = 4096;

  /** AT_PAGESZ: the type of the entry. */
  private static final long TYPE = 6;

  private static final int PAIR_BYTES = 16;

  private PageSize() {}

  /** From /proc/self/auxv of a 64-bit kernel; 4096 if it is unreadable. */
  static long bytes(ProcReader reader) {
    try {
      ProcText text = reader.proc("self/auxv");
      return find(ByteBuffer.wrap(text.whole().getBytes(StandardCharsets.ISO_8859_1)));
    } catch (ProcException e) {
      return DEFAULT_BYTES;
    }
  }

  private static long find(ByteBuffer pairs) {
    pairs.order(ByteOrder.nativeOrder());
    while (pairs.remaining() >= PAIR_BYTES) {
      long type = pairs.getLong();
      long value = pairs.getLong();
      if (type == TYPE && value > 0 && Long.bitCount(value) == 1) {
        return value;
      }
    }
    return DEFAULT_BYTES;
  }
}

package io.ibench.workload.linkbench;

import io.ibench.random.LogNormalLength;
import io.ibench.random.Payload;
import io.ibench.random.Random64;

/**
 * The data of one link or node, in memory that is reused. It begins with more than a default node
 * ever needs (six sigma) and grows where the sizes are set larger. One worker's.
 */
final class DataBuffer {

  private static final int FIRST_BYTES = 1 << 16;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Draws a length and then the contents. */
  void draw(LogNormalLength lengths, Payload payload, Random64 random) {
    length = lengths.draw(random);
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    payload.fill(random, bytes, length);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}

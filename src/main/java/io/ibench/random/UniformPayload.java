package io.ibench.random;

/** Draws every byte independently from a range of byte values, each equally likely. */
public final class UniformPayload implements Payload {
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final int start;
  private final int range;

  /**
   * @param startByte the smallest byte value, 0 .. 255
   * @param endByte the largest byte value, inclusive, startByte .. 255
   * @throws IllegalArgumentException if they are not a range of byte values
   */
  public UniformPayload(int startByte, int endByte) {
    if (startByte < 0 || endByte < startByte || endByte > 255) {
      throw new IllegalArgumentException(
          "not a range of byte values (0 .. 255): " + startByte + " .. " + endByte);
    }
    this.start = startByte;
    this.range = endByte - startByte + 1;
  }

  @Override
  public void fill(Random64 random, byte[] into, int length) {
    fill(random, into, 0, length);
  }

  /**
   * Fills into[from] up to, not including, into[to]. One draw gives four bytes, two from each half
   * by multiply and shift: no byte value is preferred by more than range^2 / 2^32, that is 1 in
   * 65,536; ranges that are a power of two are exact.
   */
  void fill(Random64 random, byte[] into, int from, int to) {
    int at = from;
    for (; at <= to - 4; at += 4) {
      long bits = random.nextLong();
      long first = (bits >>> 32) * range;
      long third = (bits & LOW_HALF) * range;
      into[at] = toByte(first);
      into[at + 1] = toByte((first & LOW_HALF) * range);
      into[at + 2] = toByte(third);
      into[at + 3] = toByte((third & LOW_HALF) * range);
    }
    if (at < to) {
      fillRest(random.nextLong(), into, at, to);
    }
  }

  private void fillRest(long bits, byte[] into, int from, int to) {
    long product = (bits >>> 32) * range;
    into[from] = toByte(product);
    if (from + 1 < to) {
      into[from + 1] = toByte((product & LOW_HALF) * range);
    }
    if (from + 2 < to) {
      into[from + 2] = toByte((bits & LOW_HALF) * range);
    }
  }

  private byte toByte(long product) {
    return (byte) (start + (int) (product >>> 32));
  }
}

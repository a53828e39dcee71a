package io.ibench.random;

/**
 * Payloads that compress like real ones: chunks of up to 128 bytes that are either fresh random
 * bytes or copies out of one motif of 512 bytes, which all payloads of this object share.
 */
public final class MotifPayload implements Payload {
  private static final int MOTIF_BYTES = 512;
  private static final int CHUNK_BYTES = 128;
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final UniformPayload fresh;

  /** Of 2^32 draws, those that make a chunk fresh. */
  private final long freshOfAll;

  private final byte[] motif = new byte[MOTIF_BYTES];

  /**
   * @param startByte the smallest byte value, 0 .. 255
   * @param endByte the largest byte value, inclusive, startByte .. 255
   * @param uniqueness the share of chunks that are fresh, 0 .. 1
   * @param motifSeed of the motif's bytes
   * @throws IllegalArgumentException if one of them is out of range
   */
  public MotifPayload(int startByte, int endByte, double uniqueness, long motifSeed) {
    if (!(uniqueness >= 0 && uniqueness <= 1)) {
      throw new IllegalArgumentException("the uniqueness must be 0 .. 1: " + uniqueness);
    }
    this.fresh = new UniformPayload(startByte, endByte);
    this.freshOfAll = Math.round(uniqueness * (1L << 32));
    fresh.fill(new Random64(motifSeed), motif, MOTIF_BYTES);
  }

  /**
   * A chunk's kind and its place in the motif come from the two halves of one draw; no place is
   * preferred by more than 512 / 2^32.
   */
  @Override
  public void fill(Random64 random, byte[] into, int length) {
    for (int at = 0; at < length; at += CHUNK_BYTES) {
      int bytes = Math.min(CHUNK_BYTES, length - at);
      long bits = random.nextLong();
      if (bits >>> 32 < freshOfAll) {
        fresh.fill(random, into, at, at + bytes);
      } else {
        long places = MOTIF_BYTES - bytes + 1;
        System.arraycopy(motif, (int) ((bits & LOW_HALF) * places >>> 32), into, at, bytes);
      }
    }
  }
}

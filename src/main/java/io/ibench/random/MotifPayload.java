package io.ibench.random;

/**
 * Payloads that compress like real data: chunks of up to 128 bytes, either new random bytes or
 * copies from one motif that all payloads of this object share.
 */
public final class MotifPayload implements Payload {
  /** The length of a motif in Facebook's LinkBench, in bytes. */
  public static final int MOTIF_BYTES = 512;

  private static final int CHUNK_BYTES = 128;
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final UniformPayload fresh;

  /** The number of 2^32 draws that make a fresh chunk. */
  private final long freshOfAll;

  private final byte[] motif;
  private final int chunkBytes;

  /** With a motif of {@link #MOTIF_BYTES}. */
  public MotifPayload(int startByte, int endByte, double uniqueness, long motifSeed) {
    this(startByte, endByte, uniqueness, MOTIF_BYTES, motifSeed);
  }

  /**
   * @param startByte the smallest byte value, 0 .. 255
   * @param endByte the largest byte value, inclusive, startByte .. 255
   * @param uniqueness the share of chunks that are fresh, 0 .. 1
   * @param motifBytes length of the motif, 1 or more; no chunk is longer than it
   * @param motifSeed of the motif's bytes
   * @throws IllegalArgumentException if one of them is out of range
   */
  public MotifPayload(
      int startByte, int endByte, double uniqueness, int motifBytes, long motifSeed) {
    if (motifBytes < 1) {
      throw new IllegalArgumentException("the motif must have a byte at least: " + motifBytes);
    }
    if (!(uniqueness >= 0 && uniqueness <= 1)) {
      throw new IllegalArgumentException("the uniqueness must be 0 .. 1: " + uniqueness);
    }
    this.fresh = new UniformPayload(startByte, endByte);
    this.freshOfAll = Math.round(uniqueness * (1L << 32));
    this.motif = new byte[motifBytes];
    this.chunkBytes = Math.min(CHUNK_BYTES, motifBytes);
    fresh.fill(new Random64(motifSeed), motif, motifBytes);
  }

  /**
   * A chunk's kind and its place in the motif come from the two halves of one draw; no place is
   * preferred by more than its length / 2^32.
   */
  @Override
  public void fill(Random64 random, byte[] into, int length) {
    for (int at = 0; at < length; at += chunkBytes) {
      int bytes = Math.min(chunkBytes, length - at);
      long bits = random.nextLong();
      if (bits >>> 32 < freshOfAll) {
        fresh.fill(random, into, at, at + bytes);
      } else {
        long places = motif.length - bytes + 1L;
        System.arraycopy(motif, (int) ((bits & LOW_HALF) * places >>> 32), into, at, bytes);
      }
    }
  }
}

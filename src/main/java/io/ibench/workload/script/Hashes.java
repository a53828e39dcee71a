package io.ibench.workload.script;

/** The hashes of a number and a seed, with pgbench's values. Stateless. */
final class Hashes {

  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final long MURMUR = 0xC6A4A7935BD1E995L;

  @SuppressWarnings("ConstantOverflow") // as pgbench computes it
  private static final long MURMUR_TIMES_8 = 8 * MURMUR;

  private static final int MURMUR_SHIFT = 47;

  private Hashes() {}

  /** FNV-1a over the eight bytes of the value, the lowest first. */
  static long fnv1a(long value, long seed) {
    long hash = FNV_OFFSET ^ seed;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ value >>> shift & 0xFF) * FNV_PRIME;
    }
    return hash;
  }

  /** MurmurHash2 (64 bits) of the eight bytes of the value. */
  static long murmur2(long value, long seed) {
    long part = value * MURMUR;
    part = (part ^ part >>> MURMUR_SHIFT) * MURMUR;
    long hash = (seed ^ MURMUR_TIMES_8 ^ part) * MURMUR;
    hash = (hash ^ hash >>> MURMUR_SHIFT) * MURMUR;
    return hash ^ hash >>> MURMUR_SHIFT;
  }
}

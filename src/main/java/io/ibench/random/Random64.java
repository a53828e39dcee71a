package io.ibench.random;

import java.nio.charset.StandardCharsets;

/**
 * The random numbers of one thread: SplitMix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014). A seed yields the same numbers on every JDK and platform.
 * Not thread-safe; create it in the thread that uses it, so that two generators do not share a
 * cache line.
 *
 * <p>Seeding costs one store, so a generator may be seeded for every row with one of the {@code
 * hash} methods.
 */
public final class Random64 {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  /** A byte that UTF-8 never contains, so that it marks the end of a part unambiguously. */
  private static final int END_OF_PART = 0xFF;

  private long state;

  public Random64(long seed) {
    seed(seed);
  }

  /** Continues like a new generator with this seed. */
  public void seed(long seed) {
    state = seed;
  }

  /** The seed with which a generator continues like this one. */
  public long state() {
    return state;
  }

  /** Any long, each equally likely. */
  public long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /**
   * A long from 0 to bound - 1, each exactly equally likely.
   *
   * @throws IllegalArgumentException if bound is below 1
   */
  public long nextLong(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound must be at least 1: " + bound);
    }
    // Lemire, "Fast random integer generation in an interval", 2019: the upper half of a 128-bit
    // product, drawn again in the rare cases that would favour some results.
    long bits = nextLong();
    long low = bits * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long unfair = Long.remainderUnsigned(-bound, bound);
      while (Long.compareUnsigned(low, unfair) < 0) {
        bits = nextLong();
        low = bits * bound;
      }
    }
    return Math.multiplyHigh(bits, bound) + ((bits >> 63) & bound);
  }

  /**
   * An int from 0 to bound - 1, each exactly equally likely.
   *
   * @throws IllegalArgumentException if bound is below 1
   */
  public int nextInt(int bound) {
    return (int) nextLong(bound);
  }

  /** A multiple of 2^-53 in [0, 1), each equally likely. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /**
   * A seed from two numbers, for instance a seed and a row: for one a, the results for all b are
   * distinct and look independent. The order matters: hash(a, b) is not hash(b, a).
   */
  public static long hash(long a, long b) {
    return mix(mix(a + GAMMA) + b * GAMMA);
  }

  /** The same as {@code hash(hash(a, b), c)}, so that a loop can compute the first part once. */
  public static long hash(long a, long b, long c) {
    return hash(hash(a, b), c);
  }

  /** The same as {@code hash(hash(a, b, c), d)}. */
  public static long hash(long a, long b, long c, long d) {
    return hash(hash(hash(a, b), c), d);
  }

  /**
   * A seed from a number and names: FNV-1a over their UTF-8 bytes with an end mark after each name,
   * then mixed. Allocates; not for the hot path.
   */
  public static long hash(long seed, String... parts) {
    long hash = FNV_OFFSET;
    for (String part : parts) {
      for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
      }
      hash = (hash ^ END_OF_PART) * FNV_PRIME;
    }
    return hash(seed, hash);
  }

  /** The finaliser of SplitMix64: a bijection ("variant 13" of David Stafford). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

package io.ibench.workload.script;

import io.ibench.random.Random64;

/**
 * A bijection on 0 .. size - 1 for each seed. It mixes as many bits as the size has, by steps that
 * are bijections, and repeats that until the result is below the size: less than two times on
 * average. Stateless.
 */
final class Permutation {

  private static final int ROUNDS = 4;

  private Permutation() {}

  /**
   * The place of a value; {@code value} modulo {@code size} is permuted.
   *
   * @throws ScriptException if size is below 1
   */
  static long permute(long value, long size, long seed) throws ScriptException {
    if (size < 1) {
      throw new ScriptException("a permutation has a size of 1 or more, not " + size);
    }
    int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(size - 1));
    long place = Math.floorMod(value, size);
    do {
      place = mix(place, bits, seed);
    } while (place >= size);
    return place;
  }

  private static long mix(long value, int bits, long seed) {
    long mask = -1L >>> Long.SIZE - bits;
    int shift = Math.max(1, bits / 2);
    long mixed = value;
    for (int round = 0; round < ROUNDS; round++) {
      long key = Random64.hash(seed, round);
      mixed = mixed * (key | 1) + (key >>> 32) & mask;
      mixed ^= mixed >>> shift;
    }
    return mixed;
  }
}

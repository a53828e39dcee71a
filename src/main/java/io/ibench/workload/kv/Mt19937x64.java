package io.ibench.workload.kv;

/**
 * The 64-bit Mersenne Twister of C++11's {@code std::mt19937_64} (Matsumoto and Nishimura, 2000),
 * from which db_bench draws its keys. 2.5 KB; not thread-safe.
 */
final class Mt19937x64 {

  private static final int WORDS = 312;
  private static final int MIDDLE = 156;
  private static final long MATRIX = 0xB5026F5AA96619E9L;
  private static final long UPPER = 0xFFFFFFFF80000000L;
  private static final long LOWER = 0x7FFFFFFFL;
  private static final long INIT_FACTOR = 6364136223846793005L;

  private final long[] state = new long[WORDS];
  private int at = WORDS;

  Mt19937x64(long seed) {
    state[0] = seed;
    for (int i = 1; i < WORDS; i++) {
      state[i] = INIT_FACTOR * (state[i - 1] ^ state[i - 1] >>> 62) + i;
    }
  }

  /** The first number of the generator with this seed, without making it. */
  static long first(long seed) {
    long word = seed;
    long second = 0;
    for (int i = 1; i <= MIDDLE; i++) {
      word = INIT_FACTOR * (word ^ word >>> 62) + i;
      second = i == 1 ? word : second;
    }
    return tempered(twisted(seed, second, word));
  }

  /** The next number, unsigned. */
  long next() {
    if (at == WORDS) {
      twist();
    }
    return tempered(state[at++]);
  }

  private static long tempered(long word) {
    long x = word;
    x ^= x >>> 29 & 0x5555555555555555L;
    x ^= x << 17 & 0x71D67FFFEDA60000L;
    x ^= x << 37 & 0xFFF7EEE000000000L;
    return x ^ x >>> 43;
  }

  private void twist() {
    for (int i = 0; i < WORDS; i++) {
      state[i] = twisted(state[i], state[(i + 1) % WORDS], state[(i + MIDDLE) % WORDS]);
    }
    at = 0;
  }

  private static long twisted(long word, long following, long distant) {
    long x = word & UPPER | following & LOWER;
    return distant ^ x >>> 1 ^ ((x & 1) == 0 ? 0 : MATRIX);
  }
}

package io.ibench.workload.kv;

import io.ibench.random.Random64;

/** The keys that one worker draws. Confined to the worker's thread; allocates nothing. */
abstract class KeyStream {

  /** The largest number that a draw of db_bench's skew can have, plus 1. */
  private static final double DRAWS = 0x1p62;

  private static final long DRAW_MASK = (1L << 62) - 1;
  private static final long SCATTER = 0x5bd1e995L;

  private final long keys;
  private final double skew;

  /**
   * @param keys numbers are from 0 to this, exclusive
   * @param skew db_bench's read_random_exp_range; 0: each key is as likely as any other
   */
  private KeyStream(long keys, double skew) {
    this.keys = keys;
    this.skew = skew;
  }

  /** ibench's generator. */
  static KeyStream of(Random64 random, long keys, double skew) {
    return new KeyStream(keys, skew) {
      @Override
      long draw() {
        return random.nextLong();
      }

      @Override
      long uniform() {
        return random.nextLong(keys);
      }

      @Override
      long below(long bound) {
        return random.nextLong(bound);
      }
    };
  }

  /** db_bench's generator: also spends a number for each operation, as db_bench does. */
  static KeyStream ofDbBench(long seed, long keys, double skew) {
    Mt19937x64 random = new Mt19937x64(seed);
    return new KeyStream(keys, skew) {
      @Override
      long draw() {
        return random.next();
      }

      @Override
      long uniform() {
        return below(keys);
      }

      @Override
      long below(long bound) {
        return Long.remainderUnsigned(random.next(), bound);
      }

      @Override
      void chooseDatabase() {
        random.next();
      }
    };
  }

  abstract long draw();

  abstract long uniform();

  /** A number from 0 to this, exclusive. */
  abstract long below(long bound);

  /** db_bench draws one of its databases, also if there is only one. */
  void chooseDatabase() {}

  /** The next key to write: skew is for reads only. */
  final long nextToWrite() {
    return uniform();
  }

  /** The next key to read. */
  final long next() {
    if (skew == 0) {
      return uniform();
    }
    double place = (draw() & DRAW_MASK) / DRAWS;
    long rank = (long) (keys * Math.exp(-place * skew));
    return Long.remainderUnsigned(rank * SCATTER, keys);
  }
}

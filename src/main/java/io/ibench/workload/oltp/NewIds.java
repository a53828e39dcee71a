package io.ibench.workload.oltp;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids above the loaded ones that no row of a table has had, in an order that looks random, as
 * sysbench inserts them without auto_inc. Thread-safe.
 *
 * <p>It permutes a counter: a product with an odd number and a shift are bijections of 31-bit
 * numbers. Results that are no new id are permuted again until one is.
 */
final class NewIds {

  private static final int MASK = Integer.MAX_VALUE;
  private static final int FIRST_FACTOR = 0x2C1B3C6D;
  private static final int SECOND_FACTOR = 0x297A2D39;

  private final long loaded;
  private final long possible;
  private final AtomicLong given;

  /**
   * @param loaded the loaded rows; their ids are 1 and so on
   * @param given how many were given before
   */
  NewIds(long loaded, long given) {
    this.loaded = loaded;
    this.possible = MASK - loaded;
    this.given = new AtomicLong(given);
  }

  /**
   * A new id.
   *
   * @throws IllegalStateException when all 2^31 are used up
   */
  long next() {
    long number = given.getAndIncrement();
    if (number >= possible) {
      throw new IllegalStateException("all ids of 31 bits are used up; load again");
    }
    int permuted = (int) number;
    do {
      permuted = permute(permuted);
    } while (permuted >= possible);
    return loaded + 1 + permuted;
  }

  /** How many were given in all. */
  long given() {
    return given.get();
  }

  private static int permute(int number) {
    int mixed = number ^ number >>> 16;
    mixed = mixed * FIRST_FACTOR & MASK;
    mixed ^= mixed >>> 15;
    mixed = mixed * SECOND_FACTOR & MASK;
    return mixed ^ mixed >>> 16;
  }
}

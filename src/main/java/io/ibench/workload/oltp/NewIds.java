package io.ibench.workload.oltp;

import io.ibench.workload.Division;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids above the loaded ones that no row of a table has had, in an order that looks random, as
 * sysbench inserts them without auto_inc. Thread-safe.
 *
 * <p>It permutes a counter: a product with an odd number and a shift are bijections of 31-bit
 * numbers. Results that are no new id are permuted again until one is. Of several processes each
 * takes the numbers that are its own.
 */
final class NewIds {

  private static final int MASK = Integer.MAX_VALUE;
  private static final int FIRST_FACTOR = 0x2C1B3C6D;
  private static final int SECOND_FACTOR = 0x297A2D39;

  private final long loaded;
  private final long possible;
  private final long before;
  private final Division division;
  private final AtomicLong taken = new AtomicLong();

  /** The number after the highest one of other processes. */
  private volatile long endOfOthers;

  /**
   * @param loaded the loaded rows; their ids are 1 and so on
   * @param given how many were given before
   */
  NewIds(long loaded, long given) {
    this(loaded, given, Division.WHOLE);
  }

  /** Those of this process. */
  NewIds(long loaded, long given, Division division) {
    this.loaded = loaded;
    this.possible = MASK - loaded;
    this.before = given;
    this.division = division;
  }

  /**
   * A new id.
   *
   * @throws IllegalStateException when all 2^31 are used up
   */
  long next() {
    long number = before + division.rank() + division.of() * taken.getAndIncrement();
    if (number >= possible) {
      throw new IllegalStateException("all ids of 31 bits are used up; load again");
    }
    int permuted = (int) number;
    do {
      permuted = permute(permuted);
    } while (permuted >= possible);
    return loaded + 1 + permuted;
  }

  /** Another process has taken so many. */
  void takenBy(int rank, long ids) {
    endOfOthers = Math.max(endOfOthers, end(rank, ids));
  }

  private long end(int rank, long ids) {
    return ids == 0 ? before : before + rank + division.of() * (ids - 1) + 1;
  }

  /** How many were given in all; of several processes that know of each other, the most. */
  long given() {
    return Math.max(endOfOthers, end(division.rank(), taken.get()));
  }

  private static int permute(int number) {
    int mixed = number ^ number >>> 16;
    mixed = mixed * FIRST_FACTOR & MASK;
    mixed ^= mixed >>> 15;
    mixed = mixed * SECOND_FACTOR & MASK;
    return mixed ^ mixed >>> 16;
  }
}

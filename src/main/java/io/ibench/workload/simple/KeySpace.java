package io.ibench.workload.simple;

import io.ibench.db.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one table as one worker knows them: 1 to the highest. Confined to the worker's
 * thread.
 */
final class KeySpace {

  private final Table table;
  private final @Nullable Books books;
  private final int number;
  private final long firstHighest;
  private final long insertedBefore;
  private final boolean grows;
  private final int threads;
  private long nextKey;
  private long lastKey;
  private long highest;

  /**
   * @param number of the table
   * @param highest the highest key at the beginning of the step
   * @param grows whether workers insert rows
   * @param thread the number of this worker among all of the step, from 0
   */
  KeySpace(
      Table table,
      @Nullable Books books,
      int number,
      long highest,
      boolean grows,
      int thread,
      int threads) {
    this.table = table;
    this.books = books;
    this.number = number;
    this.firstHighest = highest;
    this.highest = Math.max(1, highest);
    this.grows = grows;
    this.threads = threads;
    this.insertedBefore = grows ? Objects.requireNonNull(books).inserted(number) : 0;
    this.nextKey = highest + 1 + thread;
  }

  /** The fixed keys of a table, from 1 to its rows. */
  static KeySpace fixed(Table table, long rows) {
    return new KeySpace(table, null, 0, rows, false, 0, 1);
  }

  Table table() {
    return table;
  }

  /** The highest key, at least 1. Generated keys with gaps are higher than this. */
  long highest() {
    return highest;
  }

  /** Looks at what all workers have inserted. */
  void look() {
    if (grows) {
      highest =
          Math.max(
              1, firstHighest + Objects.requireNonNull(books).inserted(number) - insertedBefore);
    }
  }

  /** A new key of this worker alone. */
  long next() {
    lastKey = nextKey;
    nextKey += threads;
    return lastKey;
  }

  /** The key that {@link #next} returned last. */
  long last() {
    return lastKey;
  }
}

package io.ibench.workload.simple;

import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.random.Payload;
import io.ibench.random.Random64;
import io.ibench.random.UniformPayload;
import java.util.Arrays;

/**
 * The values that a binder can choose from: random numbers, keys of tables, and the time. Confined
 * to the worker's thread; no method allocates, except for the first payload of a length.
 *
 * <p>The keys of a table with a primary key of one LONG column are 1, 2, 3, ...: first the loaded
 * rows, then those that requests insert. There may be gaps, where an insert failed or a row was
 * deleted.
 */
public final class Values {

  private static final UniformPayload LETTERS = new UniformPayload('a', 'z');
  private static final UniformPayload BYTES = new UniformPayload(0, 255);
  private static final long SECOND_MILLIS = 1000;

  private final Random64 random;
  private final KeySpace[] keys;
  private final int[] rows;
  private byte[] buffer = new byte[0];
  private long[] kept = new long[0];
  private long[] list = new long[0];
  private long epochMillis;

  /**
   * @param keys of all tables
   * @param maxCommands the largest number of commands of an operation
   */
  Values(Random64 random, KeySpace[] keys, int maxCommands) {
    this.random = random;
    this.keys = keys;
    this.rows = new int[maxCommands];
  }

  /** The worker's generator; in a load, that of the row. */
  public Random64 random() {
    return random;
  }

  /** A whole number from {@code least} to {@code most}, each equally likely. */
  public long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  /** The time in whole seconds, in milliseconds since 1970, as a TIME column has it. */
  public long now() {
    return epochMillis / SECOND_MILLIS * SECOND_MILLIS;
  }

  /** The time in milliseconds since 1970. */
  public long epochMillis() {
    return epochMillis;
  }

  /**
   * A key of the table, each equally likely. In a load: of the rows that the load inserts, whether
   * it has inserted them yet or not.
   *
   * @throws IllegalArgumentException when the table has no primary key of one LONG column
   */
  public long any(Table table) {
    return 1 + random.nextLong(of(table).highest());
  }

  /**
   * A key of the table that is not this one, each equally likely.
   *
   * @throws IllegalArgumentException when the table has fewer than two rows
   */
  public long anyBut(Table table, long key) {
    long highest = of(table).highest();
    if (highest < 2) {
      throw new IllegalArgumentException(table.name() + " has fewer than two rows");
    }
    if (key < 1 || key > highest) {
      return between(1, highest);
    }
    long drawn = between(1, highest - 1);
    return drawn < key ? drawn : drawn + 1;
  }

  /** One of the {@code count} highest keys of the table, each equally likely. */
  public long newest(Table table, long count) {
    long highest = of(table).highest();
    return highest - random.nextLong(Math.min(count, highest));
  }

  /** The highest key of the table as far as this worker knows; at least 1. */
  public long highest(Table table) {
    return of(table).highest();
  }

  /**
   * The key of a row to insert, which no other worker gets. For a table without a generated key;
   * once for each operation and table.
   */
  public long next(Table table) {
    return of(table).next();
  }

  /** Binds so many random small letters. */
  public void letters(Prepared command, int parameter, int length) {
    payload(LETTERS, command, parameter, length);
  }

  /** Binds so many random bytes. */
  public void bytes(Prepared command, int parameter, int length) {
    payload(BYTES, command, parameter, length);
  }

  /** Binds so many bytes of the payload. */
  public void payload(Payload payload, Prepared command, int parameter, int length) {
    byte[] into = buffer(length);
    payload.fill(random, into, length);
    command.setBytes(parameter, into, length);
  }

  /**
   * Keeps a number for binders that come later in the same operation.
   *
   * @param slot from 0; few
   */
  public void keep(int slot, long value) {
    if (slot >= kept.length) {
      kept = Arrays.copyOf(kept, slot + 1);
    }
    kept[slot] = value;
  }

  /** The number that {@link #keep} kept last in this slot; 0 before. */
  public long kept(int slot) {
    return slot < kept.length ? kept[slot] : 0;
  }

  /** An array for the values of a list, of this length or longer; always the same one. */
  public long[] list(int length) {
    if (list.length < length) {
      list = new long[length];
    }
    return list;
  }

  /**
   * How many rows a command of the transaction has read or changed: only in {@link
   * Operation#before}, for a command that was executed already.
   */
  public int rows(int command) {
    return rows[command];
  }

  private byte[] buffer(int length) {
    if (buffer.length < length) {
      buffer = new byte[length];
    }
    return buffer;
  }

  private KeySpace of(Table table) {
    for (KeySpace space : keys) {
      if (space.table() == table) {
        return space;
      }
    }
    for (KeySpace space : keys) {
      if (space.table().equals(table)) {
        return space;
      }
    }
    throw new IllegalArgumentException(
        table.name() + " is not a table of this definition with a primary key of one LONG column");
  }

  /** The key that {@link #next} returned last for a table; 0 before. */
  long last(Table table) {
    return of(table).last();
  }

  void at(long millis) {
    epochMillis = millis;
  }

  void executed(int command, int count) {
    rows[command] = count;
  }
}

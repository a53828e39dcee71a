package io.ibench.learn.law;

import io.ibench.random.Random64;

/**
 * The number of different keys of a stream, from a sample of the keys: those whose hash begins with
 * so many zeros. The sample is of keys and not of draws, so all draws of a key in it count.
 */
final class KeySample {

  private static final int LIMIT = 2048;
  private static final int FIRST_SIZE = 32;

  /** Hashes; 0 is an empty place, so a hash of 0 counts as 1. */
  private long[] keys = new long[FIRST_SIZE];

  private int size;
  private int zeros;

  void add(long bits) {
    addHash(Random64.hash(bits, 0x51));
  }

  private void addHash(long hash) {
    if (zeros > 0 && hash >>> Long.SIZE - zeros != 0) {
      return;
    }
    long key = hash == 0 ? 1 : hash;
    if (!put(keys, key)) {
      return;
    }
    size++;
    while (size > LIMIT) {
      zeros++;
      rebuild(keys.length);
    }
    if (size * 2 > keys.length) {
      rebuild(keys.length * 2);
    }
  }

  /** Whether it was not there. */
  private static boolean put(long[] table, long key) {
    int mask = table.length - 1;
    int place = (int) key & mask;
    while (table[place] != 0) {
      if (table[place] == key) {
        return false;
      }
      place = place + 1 & mask;
    }
    table[place] = key;
    return true;
  }

  private void rebuild(int length) {
    long[] old = keys;
    long[] made = new long[length];
    int kept = 0;
    for (long key : old) {
      if (key != 0 && (zeros == 0 || key >>> Long.SIZE - zeros == 0)) {
        put(made, key);
        kept++;
      }
    }
    keys = made;
    size = kept;
  }

  void merge(KeySample other) {
    if (other.zeros > zeros) {
      zeros = other.zeros;
      rebuild(keys.length);
    }
    for (long key : other.keys) {
      if (key != 0) {
        addHash(key);
      }
    }
  }

  /** Exact up to the limit, within some 5 % above it. */
  long distinct() {
    return (long) size << zeros;
  }
}

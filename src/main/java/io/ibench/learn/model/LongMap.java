package io.ibench.learn.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** From numbers to objects, without an object for each number. Not thread-safe. */
final class LongMap<T> {

  private long[] keys = new long[64];
  private @Nullable Object[] values = new Object[64];
  private int size;

  int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // Only T goes in.
  @Nullable T get(long key) {
    return (T) values[place(key)];
  }

  void put(long key, T value) {
    int place = place(key);
    if (values[place] == null) {
      size++;
    }
    keys[place] = key;
    values[place] = value;
    if (2 * size > keys.length) {
      rebuild(2 * keys.length, any -> true);
    }
  }

  /** Keeps only what a test lets pass. */
  void keep(Predicate<T> test) {
    rebuild(keys.length, test);
  }

  List<T> values() {
    List<T> all = new ArrayList<>(size);
    for (long key : keys()) {
      T value = get(key);
      if (value != null) {
        all.add(value);
      }
    }
    return all;
  }

  /** The keys, in the order of the table. */
  private long[] keys() {
    long[] all = new long[size];
    int count = 0;
    for (int i = 0; i < keys.length; i++) {
      if (values[i] != null) {
        all[count++] = keys[i];
      }
    }
    return all;
  }

  private int place(long key) {
    int mask = keys.length - 1;
    long mixed = key * 0x9e3779b97f4a7c15L;
    int place = (int) (mixed >>> 32) & mask;
    while (values[place] != null && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  @SuppressWarnings("unchecked") // Only T goes in.
  private void rebuild(int length, Predicate<T> test) {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new long[length];
    values = new Object[length];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null && test.test((T) oldValues[i])) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        values[place] = oldValues[i];
        size++;
      }
    }
  }
}

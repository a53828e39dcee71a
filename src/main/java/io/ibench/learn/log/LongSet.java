package io.ibench.learn.log;

/** A set of numbers that allocates nothing for one of them, except when it grows. */
final class LongSet {

  private long[] slots = new long[64];
  private int size;
  private boolean hasZero;

  int size() {
    return size + (hasZero ? 1 : 0);
  }

  /** Whether it was not there before. */
  boolean add(long value) {
    if (value == 0) {
      boolean added = !hasZero;
      hasZero = true;
      return added;
    }
    int slot = slot(value);
    if (slots[slot] == value) {
      return false;
    }
    slots[slot] = value;
    size++;
    if (size > slots.length / 2) {
      grow();
    }
    return true;
  }

  boolean contains(long value) {
    return value == 0 ? hasZero : slots[slot(value)] == value;
  }

  private int slot(long value) {
    int mask = slots.length - 1;
    int slot = (int) ((value * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (slots[slot] != 0 && slots[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length * 2];
    for (long value : old) {
      if (value != 0) {
        slots[slot(value)] = value;
      }
    }
  }
}

package io.ibench.learn.model;

import java.util.Arrays;

/**
 * Finds what is repeated in a transaction: {@code A B C B C B C D} is {@code A (B C) D}. Shorter
 * repeats first, so repeats may contain repeats. Filled again and again. Not thread-safe.
 */
final class Collapse {

  static final int LONGEST = 63;

  /** The forms after the repeats are taken out. */
  int count;

  int[] forms = new int[64];

  /** Of each statement of the transaction its place among these forms. */
  int[] places = new int[64];

  /** Of each form how many forms the repeats have that begin at it, a bit for each length. */
  private long[] lengths = new long[64];

  private int[] kept = new int[64];

  void read(int[] statements, int length) {
    if (forms.length < length) {
      forms = new int[length];
      places = new int[length];
      lengths = new long[length];
      kept = new int[length];
    }
    System.arraycopy(statements, 0, forms, 0, length);
    count = length;
    for (int i = 0; i < length; i++) {
      places[i] = i;
      lengths[i] = 0;
    }
    boolean changed = length > 1;
    while (changed) {
      changed = false;
      for (int period = 1; period <= Math.min(LONGEST, count / 2); period++) {
        changed |= take(period, length);
      }
    }
  }

  /** Takes out what repeats the forms before it. */
  private boolean take(int period, int length) {
    int made = 0;
    boolean changed = false;
    int at = 0;
    while (at < count) {
      boolean repeats = made >= period && at + period <= count && equal(made - period, at, period);
      if (repeats) {
        lengths[made - period] |= 1L << period;
        for (int i = 0; i < period; i++) {
          kept[at + i] = made - period + i;
          lengths[made - period + i] |= lengths[at + i];
        }
        at += period;
        changed = true;
      } else {
        forms[made] = forms[at];
        lengths[made] = lengths[at];
        kept[at] = made;
        made++;
        at++;
      }
    }
    if (changed) {
      count = made;
      for (int i = 0; i < length; i++) {
        places[i] = kept[places[i]];
      }
    }
    return changed;
  }

  private boolean equal(int first, int second, int length) {
    return Arrays.equals(forms, first, first + length, forms, second, second + length);
  }

  /** Whether a repeat of so many forms begins at a place. */
  boolean repeats(int place, int period) {
    return (lengths[place] & 1L << period) != 0;
  }

  /** Whether any repeat begins at a place. */
  boolean repeats(int place) {
    return lengths[place] != 0;
  }
}

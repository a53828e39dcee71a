package io.ibench.learn.sql;

import java.util.Arrays;

/** From the hash of a form to its number, without objects. Not thread-safe. */
final class FormTable {

  private long[] hashes = new long[1 << 10];
  private int[] forms = new int[1 << 10];
  private int count;

  FormTable() {
    Arrays.fill(forms, -1);
  }

  /** The number of a form, or -1. */
  int get(long hash) {
    int mask = forms.length - 1;
    for (int i = (int) (hash & mask); forms[i] >= 0; i = (i + 1) & mask) {
      if (hashes[i] == hash) {
        return forms[i];
      }
    }
    return -1;
  }

  void put(long hash, int form) {
    if (2 * ++count > forms.length) {
      long[] oldHashes = hashes;
      int[] oldForms = forms;
      hashes = new long[2 * oldForms.length];
      forms = new int[2 * oldForms.length];
      Arrays.fill(forms, -1);
      for (int i = 0; i < oldForms.length; i++) {
        if (oldForms[i] >= 0) {
          set(oldHashes[i], oldForms[i]);
        }
      }
    }
    set(hash, form);
  }

  private void set(long hash, int form) {
    int mask = forms.length - 1;
    int i = (int) (hash & mask);
    while (forms[i] >= 0) {
      i = (i + 1) & mask;
    }
    hashes[i] = hash;
    forms[i] = form;
  }
}

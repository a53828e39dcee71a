package io.ibench.workload.script;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lists of one worker. Allocates only when a list is longer than ever before. Confined to the
 * worker's thread.
 */
final class ListValues {

  private final One[] now;
  private final One[] saved;

  /** The values of one list. */
  private static final class One {
    private byte[] kinds = new byte[8];
    private long[] bits = new long[8];
    private @Nullable String[] texts = new String[8];
    private int size;

    void add(byte kind, long number, @Nullable String text) {
      grow(size + 1);
      kinds[size] = kind;
      bits[size] = number;
      texts[size++] = text;
    }

    private void grow(int least) {
      if (least > kinds.length) {
        int length = Math.max(least, 2 * kinds.length);
        kinds = Arrays.copyOf(kinds, length);
        bits = Arrays.copyOf(bits, length);
        texts = Arrays.copyOf(texts, length);
      }
    }

    void copy(One other) {
      grow(other.size);
      System.arraycopy(other.kinds, 0, kinds, 0, other.size);
      System.arraycopy(other.bits, 0, bits, 0, other.size);
      System.arraycopy(other.texts, 0, texts, 0, other.size);
      size = other.size;
    }
  }

  /**
   * @param count of the lists
   */
  ListValues(int count) {
    now = of(count);
    saved = of(count);
  }

  private static One[] of(int count) {
    One[] lists = new One[count];
    Arrays.setAll(lists, any -> new One());
    return lists;
  }

  /** No lists. */
  static ListValues none() {
    return new ListValues(0);
  }

  /** As many as a section has. */
  static ListValues of(List<Integer> lists) {
    return new ListValues(lists.size());
  }

  void clear(int list) {
    now[list].size = 0;
  }

  void add(int list, byte kind, long number, @Nullable String text) {
    now[list].add(kind, number, text);
  }

  int size(int list) {
    return now[list].size;
  }

  byte kind(int list, int item) {
    return now[list].kinds[item];
  }

  long bits(int list, int item) {
    return now[list].bits[item];
  }

  @Nullable String text(int list, int item) {
    return now[list].texts[item];
  }

  /** Saves all of them, for {@link #restore}. */
  void save() {
    for (int i = 0; i < now.length; i++) {
      saved[i].copy(now[i]);
    }
  }

  void restore() {
    for (int i = 0; i < now.length; i++) {
      now[i].copy(saved[i]);
    }
  }
}

package io.ibench.learn.model;

import io.ibench.learn.sql.TextKind;

/** Of which kinds the texts of a place are, and how long. Not thread-safe. */
public final class TextKinds {

  private static final double ALMOST_ALL = 0.9;

  private final long[] counts = new long[TextKind.values().length];
  private final long[] lengths = new long[counts.length];
  private long all;

  void add(int shape, int length) {
    int kind = TextKind.of(shape).ordinal();
    counts[kind]++;
    lengths[kind] += length;
    all++;
  }

  /** The kind of almost all texts, or the most frequent kind of pattern; else PLAIN. */
  public TextKind kind() {
    TextKind most = TextKind.PLAIN;
    for (TextKind each : TextKind.values()) {
      most = counts[each.ordinal()] > counts[most.ordinal()] ? each : most;
    }
    return most.isPattern() || counts[most.ordinal()] >= ALMOST_ALL * all ? most : TextKind.PLAIN;
  }

  /** The mean length of texts of the kind. */
  public int length() {
    int kind = kind().ordinal();
    return counts[kind] == 0 ? 0 : (int) Math.round((double) lengths[kind] / counts[kind]);
  }
}

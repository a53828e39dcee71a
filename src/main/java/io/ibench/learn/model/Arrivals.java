package io.ibench.learn.model;

import java.util.ArrayList;
import java.util.List;

/**
 * When transactions begin, in a bounded number of equal parts of the log's time. Not thread-safe.
 */
public final class Arrivals {

  private static final int MOST = 4_096;
  private static final long SECOND = 1_000_000;

  /** Seconds: chance alone makes shorter parts differ. */
  private static final int SHORTEST = 10;

  private long[] counts = new long[MOST];
  private long width = SECOND;
  private long first = Long.MIN_VALUE;
  private int used;

  /** A part of the time, and how many transactions began in a second of it. */
  public record Part(double seconds, double perSecond) {}

  void add(long micros) {
    if (micros < 0) {
      return;
    }
    if (first == Long.MIN_VALUE) {
      first = Math.floorDiv(micros, SECOND) * SECOND;
    }
    while (micros < first && used < MOST) {
      shift();
    }
    long part = Math.max(0, (micros - first) / width);
    while (part >= MOST) {
      halve();
      part = (micros - first) / width;
    }
    counts[(int) part]++;
    used = Math.max(used, (int) part + 1);
  }

  /** A log is ordered by the ends of its statements, so the first one need not begin first. */
  private void shift() {
    if (used == MOST) {
      return;
    }
    System.arraycopy(counts, 0, counts, 1, used);
    counts[0] = 0;
    used++;
    first -= width;
  }

  private void halve() {
    long[] made = new long[MOST];
    for (int i = 0; i < used; i++) {
      made[i / 2] += counts[i];
    }
    counts = made;
    used = (used + 1) / 2;
    width *= 2;
  }

  /** The log's time in so many equal parts, or fewer; empty without times. */
  public List<Part> parts(int most) {
    int first = used > 2 ? 1 : 0;
    int last = used > 2 ? used - 1 : used;
    int whole = last - first; // The first and the last second are not whole ones.
    int shortest = (int) Math.max(1, SHORTEST * SECOND / width);
    int size = Math.max(shortest, (whole + most - 1) / most);
    List<Part> parts = new ArrayList<>();
    for (int i = first; i < last; i += size) {
      int end = Math.min(last, i + size);
      long sum = 0;
      for (int k = i; k < end; k++) {
        sum += counts[k];
      }
      double seconds = (end - i) * (width / (double) SECOND);
      parts.add(new Part(seconds, sum / seconds));
    }
    return parts;
  }
}

package io.ibench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The stalls of a period or step. Immutable; its size is bounded.
 *
 * @param nanos the sum of their lengths
 * @param stopped how many are of kind {@link Stall.Kind#STOPPED}
 * @param stoppedNanos the sum of the lengths of these
 * @param longestStoppedNanos the longest of these
 * @param first the first {@value #MAX_KEPT} stalls, in order
 */
public record Stalls(
    long count,
    long nanos,
    long stopped,
    long stoppedNanos,
    long longestStoppedNanos,
    List<Stall> first) {

  public static final Stalls NONE = new Stalls(0, 0, 0, 0, 0, List.of());

  static final int MAX_KEPT = 100;

  public Stalls {
    first = List.copyOf(first);
  }

  /** Adds stalls up, in the order of their ends. Not thread-safe. */
  static final class Builder {

    private final List<Stall> first = new ArrayList<>();
    private Stall last;
    private long count;
    private long nanos;
    private long stopped;
    private long stoppedNanos;
    private long longestStoppedNanos;

    void add(Stall stall) {
      boolean rest = stall.continues() && count > 0;
      last = rest ? last.with(stall) : stall;
      nanos += stall.nanos();
      if (!rest) {
        count++;
      }
      if (stall.kind() == Stall.Kind.STOPPED) {
        stopped += rest ? 0 : 1;
        stoppedNanos += stall.nanos();
        longestStoppedNanos = Math.max(longestStoppedNanos, last.nanos());
      }
      if (rest && count == first.size()) {
        first.set(first.size() - 1, last);
      } else if (!rest && first.size() < MAX_KEPT) {
        first.add(stall);
      }
    }

    Stalls build() {
      return new Stalls(count, nanos, stopped, stoppedNanos, longestStoppedNanos, first);
    }
  }
}

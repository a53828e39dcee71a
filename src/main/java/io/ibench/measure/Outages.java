package io.ibench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The outages of a period or step. Immutable; its size is bounded.
 *
 * @param nanos the sum of their lengths
 * @param first the first {@value #MAX_KEPT} outages, in order
 */
public record Outages(long count, long nanos, long operationsLost, List<Outage> first) {

  public static final Outages NONE = new Outages(0, 0, 0, List.of());

  static final int MAX_KEPT = 100;

  public Outages {
    first = List.copyOf(first);
  }

  /** Adds outages up, in the order of their ends. Not thread-safe. */
  static final class Builder {

    private final List<Outage> first = new ArrayList<>();
    private long count;
    private long nanos;
    private long operationsLost;

    void add(Outage outage) {
      nanos += outage.nanos();
      operationsLost += outage.operationsLost();
      boolean rest = outage.continues() && count > 0;
      if (!rest) {
        count++;
      }
      if (rest && count == first.size()) {
        int last = first.size() - 1;
        first.set(last, first.get(last).with(outage));
      } else if (!rest && first.size() < MAX_KEPT) {
        first.add(outage);
      }
    }

    Outages build() {
      return new Outages(count, nanos, operationsLost, first);
    }
  }
}

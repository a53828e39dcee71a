package io.ibench.measure;

import java.util.List;

/**
 * The outages of a period or step. Immutable; its size is bounded whatever happened.
 *
 * @param count how many there were
 * @param nanos of all together
 * @param operationsLost of all together
 * @param first the first ones, in order
 */
public record Outages(long count, long nanos, long operationsLost, List<Outage> first) {

  public static final Outages NONE = new Outages(0, 0, 0, List.of());

  /** How many are kept one by one. */
  static final int MOST_KEPT = 100;

  public Outages {
    first = List.copyOf(first);
  }
}

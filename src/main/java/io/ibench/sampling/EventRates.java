package io.ibench.sampling;

import java.util.Map;
import java.util.Optional;

/**
 * How often events happened in a second. Immutable.
 *
 * @param perSecond by the name of perf; without those that are not known
 * @param note why some are not known, or how others are to be read; empty without either
 */
public record EventRates(Map<String, Double> perSecond, Optional<String> note) {

  public EventRates {
    perSecond = Map.copyOf(perSecond);
  }

  static EventRates none(String why) {
    return new EventRates(Map.of(), Optional.of(why));
  }
}

package io.ibench.report.figures;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Counter;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the server counted by itself over a period: the growth of what counts up, and a level as at
 * the end. Names are the product's own, and mean nothing here.
 */
public final class ServerCounters {

  /** Why there are none of a product that has none: nothing that anybody has to be told. */
  public static final String NOT_TOLD = "the database does not tell what it counts";

  private static final String COUNTED_ANEW =
      "of a step in which the server was restarted or its counters were reset, growth is not known";

  private ServerCounters() {}

  /** By name; empty when nothing is known. */
  public static Map<String, Long> of(PeriodResult period) {
    Map<String, Counter> start = period.start().counters();
    Map<String, Long> values = new TreeMap<>();
    period
        .end()
        .counters()
        .forEach(
            (name, counter) -> {
              if (!counter.rising()) {
                values.put(name, counter.value());
              } else if (!period.countersReset() && start.containsKey(name)) {
                values.put(name, counter.value() - start.get(name).value());
              }
            });
    return values;
  }

  /** Why some of them, or all, are not known. */
  static Optional<String> absent(PeriodResult period) {
    Readings end = period.end();
    if (end.counters().isEmpty()) {
      return Optional.ofNullable(end.absent().get(BoundaryMetric.SERVER_COUNTERS));
    }
    if (of(period).size() == end.counters().size()) {
      return Optional.empty();
    }
    return Optional.of(
        period.countersReset()
            ? COUNTED_ANEW
            : period
                .start()
                .absent()
                .getOrDefault(BoundaryMetric.SERVER_COUNTERS, "not told when the period began"));
  }
}

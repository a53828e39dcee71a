package io.ibench.report.figures;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Counter;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The server's own counters over a period: the growth of rising ones, and the last value of others.
 * The names are the product's; ibench does not interpret them. Stateless.
 */
public final class ServerCounters {

  /** The reason for a product without counters, which reports do not show. */
  public static final String NOT_TOLD = "the database does not tell what it counts";

  /** The reason for a product without a process of its own. */
  public static final String INSIDE_CLIENT = "the database runs inside the client";

  private static final String RESTARTED_OR_RESET =
      "of a step in which the server was restarted or its counters were reset, growth is not known";

  private ServerCounters() {}

  /** Counters by name; empty if unknown. */
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

  /** Why some or all counters are unknown. */
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
            ? RESTARTED_OR_RESET
            : period
                .start()
                .absent()
                .getOrDefault(BoundaryMetric.SERVER_COUNTERS, "not told when the period began"));
  }
}

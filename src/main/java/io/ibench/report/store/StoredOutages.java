package io.ibench.report.store;

import io.ibench.measure.Outage;
import io.ibench.measure.Outages;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Times in which workers waited for the server. Immutable.
 *
 * @param count all outages
 * @param seconds length of all together
 * @param first the first ones, in order
 */
public record StoredOutages(
    long count, Optional<Number> seconds, long operationsLost, List<One> first) {

  public static final StoredOutages NONE = new StoredOutages(0, Optional.empty(), 0, List.of());

  private static final double NANOS_PER_SECOND = 1e9;

  static StoredOutages of(Outages outages) {
    return outages.count() == 0
        ? NONE
        : new StoredOutages(
            outages.count(),
            Optional.of(outages.nanos() / NANOS_PER_SECOND),
            outages.operationsLost(),
            outages.first().stream().map(One::of).toList());
  }

  /**
   * One outage.
   *
   * @param workers the most workers that waited at the same time
   * @param kind such as {@code lost} or {@code read_only}
   */
  public record One(
      Instant started,
      Optional<Number> seconds,
      long workers,
      long operationsLost,
      String kind,
      String cause) {

    public One {
      kind = kind == null ? "lost" : kind; // Older results know no other kind.
    }

    private static One of(Outage outage) {
      return new One(
          Instant.ofEpochMilli(outage.startEpochMillis()),
          Optional.of(outage.nanos() / NANOS_PER_SECOND),
          outage.workers(),
          outage.operationsLost(),
          outage.kind(),
          outage.cause());
    }
  }
}

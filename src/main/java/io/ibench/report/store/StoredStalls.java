package io.ibench.report.store;

import io.ibench.measure.Stall;
import io.ibench.measure.Stalls;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Times in which the database answered much less than usual. Immutable.
 *
 * @param count all stalls
 * @param seconds length of all together
 * @param stopped those in which no operation ended
 * @param stoppedSeconds length of these together
 * @param longestStoppedSeconds the longest of these
 * @param first the first ones, in order
 */
public record StoredStalls(
    long count,
    Optional<Number> seconds,
    long stopped,
    Optional<Number> stoppedSeconds,
    Optional<Number> longestStoppedSeconds,
    List<One> first) {

  public static final StoredStalls NONE =
      new StoredStalls(0, Optional.empty(), 0, Optional.empty(), Optional.empty(), List.of());

  private static final double NANOS_PER_SECOND = 1e9;

  static StoredStalls of(Stalls stalls) {
    return stalls.count() == 0
        ? NONE
        : new StoredStalls(
            stalls.count(),
            Optional.of(stalls.nanos() / NANOS_PER_SECOND),
            stalls.stopped(),
            Optional.of(stalls.stoppedNanos() / NANOS_PER_SECOND),
            Optional.of(stalls.longestStoppedNanos() / NANOS_PER_SECOND),
            stalls.first().stream().map(One::of).toList());
  }

  /**
   * One stall.
   *
   * @param kind {@code stopped}, {@code slow} or {@code old}
   * @param operations the most operations that it caught at the same time
   */
  public record One(Instant started, Optional<Number> seconds, String kind, long operations) {

    private static One of(Stall stall) {
      return new One(
          Instant.ofEpochMilli(stall.startEpochMillis()),
          Optional.of(stall.nanos() / NANOS_PER_SECOND),
          stall.kind().name().toLowerCase(Locale.ROOT),
          stall.operations());
    }

    /** What happened, with the number of operations: the end of a sentence. */
    public String text() {
      String caught =
          String.format(
              Locale.ROOT, "%,d %s", operations, operations == 1 ? "operation" : "operations");
      return switch (kind) {
        case "stopped" -> "no operation ended, " + caught + " in flight";
        case "slow" -> "the rate was far below its median, " + caught + " in flight";
        default -> caught + " waited, while others ended";
      };
    }
  }
}

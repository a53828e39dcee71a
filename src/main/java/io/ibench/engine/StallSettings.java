package io.ibench.engine;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;

/**
 * When the database counts as stalled, besides a time in which no operation ends.
 *
 * @param ageNanos an operation that is older is a stall
 * @param ratePercent a rate below this share of its median is a stall; 0: none is
 */
public record StallSettings(long ageNanos, long ratePercent) {

  public static final Key<Long> AGE =
      Key.durationNanos(
              "stall.age",
              Duration.ofMillis(100),
              Duration.ofDays(1),
              "an operation that lasts longer is a stall")
          .withDefault("5s");
  public static final Key<Long> RATE =
      Key.count(
              "stall.rate",
              0,
              99,
              "percent of the median rate below which an interval belongs to a stall; 0: none")
          .withDefault("20");

  static StallSettings from(Config config) {
    return new StallSettings(config.get(AGE), config.get(RATE));
  }

  /** The defaults of the keys. */
  static StallSettings usual() {
    return new StallSettings(Duration.ofSeconds(5).toNanos(), 20);
  }
}

package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the result folder is to have besides figures. Immutable.
 *
 * @param reserveBytes kept free for the last summary; 0: nothing
 * @param countersEveryNanos between two rows of server_counters.csv with all counters; empty: it
 *     has the main ones
 * @param waitsPerSecond how often it is looked at what the server's sessions wait for; 0: never
 */
public record ResultKeys(long reserveBytes, OptionalLong countersEveryNanos, long waitsPerSecond) {

  static final Key<Long> RESERVE =
      Key.sizeBytesOrZero(
              "results.reserve",
              "disk space that is kept for the last summary, in case the disk becomes full")
          .withDefault("64MB");

  static final Key<Long> COUNTERS_EVERY =
      Key.durationNanos(
              "server_counters.every",
              Duration.ofSeconds(1),
              Duration.ofDays(1),
              "read all of the server's own counters so often, such as 10s, into server_counters.csv;"
                  + " else the main ones every latency.every")
          .optional();

  static final Key<Long> WAITS =
      Key.count(
              "server_waits",
              0,
              20,
              "looks in a second at what the server's sessions wait for, into waits.csv; fewer when"
                  + " they take long; 0 for none")
          .withDefault("2");

  static List<Key<?>> keys() {
    return List.of(RESERVE, COUNTERS_EVERY, WAITS);
  }

  static ResultKeys from(Config config) {
    return new ResultKeys(
        config.get(RESERVE),
        config.find(COUNTERS_EVERY).stream().mapToLong(Long::longValue).findFirst(),
        config.get(WAITS));
  }

  /** Whether it is looked at what the server's sessions wait for. */
  public boolean looksAtWaits() {
    return waitsPerSecond > 0;
  }
}

package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;

/**
 * The keys of a run that several processes do as one client.
 *
 * @param beatNanos how often each agent shows that it is alive
 * @param waitNanos how long an agent waits for the others to come
 */
public record TogetherKeys(long beatNanos, long waitNanos) {

  static final Key<Long> BEAT =
      Key.durationNanos(
              "together.beat",
              Duration.ofMillis(500),
              Duration.ofHours(1),
              "how often each agent shows that it is alive; after 3 of them without it is lost")
          .withDefault("1m");
  static final Key<Long> WAIT =
      Key.durationNanos(
              "together.wait",
              Duration.ofSeconds(1),
              Duration.ofDays(1),
              "how long an agent waits for all others to come, before the first step")
          .withDefault("10m");

  static List<Key<?>> keys() {
    return List.of(BEAT, WAIT);
  }

  static TogetherKeys from(Config config) {
    return new TogetherKeys(config.get(BEAT), config.get(WAIT));
  }
}

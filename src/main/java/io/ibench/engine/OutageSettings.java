package io.ibench.engine;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.Set;

/**
 * When workers wait for the server instead of failing. Immutable.
 *
 * @param kinds the outages whose end workers wait for
 * @param silentNanos after this time without an answer a call is broken off; {@link
 *     Long#MAX_VALUE}: never
 */
public record OutageSettings(Set<OutageKind> kinds, long silentNanos) {

  public static final Key<Set<OutageKind>> KINDS =
      Key.choices(
              "outage.kinds",
              OutageKind.class,
              "failures of a server whose end workers wait for; others end the run")
          .withDefault("lost, read_only, too_many_connections");
  public static final Key<Long> SILENT =
      Key.durationNanosOrOff(
              "outage.silent",
              Duration.ofSeconds(1),
              Duration.ofDays(365),
              "an operation without an answer for longer is broken off, as if its connection was lost")
          .withDefault("5m");

  public OutageSettings {
    kinds = Set.copyOf(kinds);
  }

  static OutageSettings from(Config config) {
    return new OutageSettings(config.get(KINDS), config.get(SILENT));
  }

  /** The defaults of the keys. */
  static OutageSettings usual() {
    return new OutageSettings(
        Set.of(OutageKind.LOST, OutageKind.READ_ONLY, OutageKind.TOO_MANY_CONNECTIONS),
        Duration.ofMinutes(5).toNanos());
  }
}

package io.ibench.engine;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.Set;

/**
 * When workers wait for the server instead of failing. Immutable.
 *
 * @param kinds the outages whose end workers wait for
 */
public record OutageSettings(Set<OutageKind> kinds) {

  public static final Key<Set<OutageKind>> KINDS =
      Key.choices(
              "outage.kinds",
              OutageKind.class,
              "failures of a server whose end workers wait for; others end the run")
          .withDefault("lost, read_only, too_many_connections");

  public OutageSettings {
    kinds = Set.copyOf(kinds);
  }

  static OutageSettings from(Config config) {
    return new OutageSettings(config.get(KINDS));
  }

  /** The defaults of the keys. */
  static OutageSettings usual() {
    return new OutageSettings(
        Set.of(OutageKind.LOST, OutageKind.READ_ONLY, OutageKind.TOO_MANY_CONNECTIONS));
  }
}

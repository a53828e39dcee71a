package io.ibench.suite;

import java.util.Locale;
import java.util.Optional;

/** What a setting of a variant concerns. */
public enum Area {
  /** The server's installation, folders and environment. */
  SERVER,
  /** The server's own options. */
  CONF,
  /** Settings of the workload and the adapter. */
  SET,
  /** Limits on resources. */
  LIMIT;

  /** The word in keys. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Area> of(String word) {
    for (Area area : values()) {
      if (area.word().equals(word)) {
        return Optional.of(area);
      }
    }
    return Optional.empty();
  }
}

package io.ibench.engine;

import io.ibench.db.FailureKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of outages: why a server cannot work for a while. */
public enum OutageKind {
  LOST(FailureKind.CONNECTION_LOST, FailureKind.SERVER_SHUTDOWN, FailureKind.OUTCOME_UNKNOWN),
  READ_ONLY(FailureKind.READ_ONLY),
  TOO_MANY_CONNECTIONS(FailureKind.TOO_MANY_CONNECTIONS),
  DISK_FULL(FailureKind.DISK_FULL);

  private final Set<FailureKind> failures;

  OutageKind(FailureKind first, FailureKind... others) {
    this.failures = EnumSet.of(first, others);
  }

  /** The kind of outage in which operations fail like this; empty: in none. */
  static Optional<OutageKind> of(FailureKind failure) {
    return Arrays.stream(values()).filter(kind -> kind.failures.contains(failure)).findFirst();
  }

  /** The name in settings and results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The failures after which a call to the server is made again. */
  static Set<FailureKind> awaited(Set<OutageKind> kinds) {
    Set<FailureKind> awaited = EnumSet.noneOf(FailureKind.class);
    kinds.forEach(kind -> awaited.addAll(kind.failures));
    if (kinds.contains(LOST)) {
      awaited.add(FailureKind.TIMEOUT); // A server that is away may just not answer.
    }
    return awaited;
  }
}

package io.ibench.max;

import java.util.List;
import java.util.Optional;

/**
 * A trial of a rate, judged. Immutable.
 *
 * @param number from 1
 * @param purpose in the search
 * @param rate the target, per second
 * @param reached per second
 * @param outcome whether it keeps all limits
 * @param reasons why it fails or is open
 * @param operations that the limits are about
 * @param clientCause why the client, not the database, may have been slow
 */
public record Trial(
    int number,
    Purpose purpose,
    double rate,
    double seconds,
    double reached,
    Outcome outcome,
    List<String> reasons,
    long operations,
    double p50Nanos,
    double p99Nanos,
    double p999Nanos,
    Optional<Cause> clientCause) {

  /** Why a trial is done. */
  public enum Purpose {
    SEARCH,
    RECOVERY,
    CONFIRM,
    ABOVE,
    FIRST_AGAIN
  }

  /** Its result. */
  public enum Outcome {
    PASSES,
    FAILS,
    /** Not decided by its operations; counts as a failure once it is long enough. */
    OPEN
  }

  public Trial {
    reasons = List.copyOf(reasons);
  }

  boolean passes() {
    return outcome == Outcome.PASSES;
  }
}

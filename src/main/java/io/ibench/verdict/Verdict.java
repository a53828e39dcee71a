package io.ibench.verdict;

import java.util.Collection;

/** How far a result can be trusted; from best to worst. */
public enum Verdict {
  /** There is no reason against it. */
  VALID,
  /** The step ended by itself before it had enough intervals to be judged, such as a small load. */
  SHORT,
  /** The measurement was disturbed, or the user made it too short. */
  DEGRADED,
  /** It did not measure what the user configured. */
  INVALID;

  /** Whether the user should know why. */
  public boolean isBad() {
    return this == DEGRADED || this == INVALID;
  }

  /** That of several steps: the worst one. Short steps do not matter beside longer ones. */
  public static Verdict together(Collection<Verdict> verdicts) {
    Verdict worst = verdicts.stream().reduce(VALID, Verdict::with);
    return worst == SHORT && verdicts.contains(VALID) ? VALID : worst;
  }

  /** The worse one. */
  public Verdict with(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}

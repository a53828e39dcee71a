package io.ibench.verdict;

/** How far a result can be trusted; from best to worst. */
public enum Verdict {
  /** There is no reason against it. */
  VALID,
  /** The measurement was disturbed, or is too short. */
  DEGRADED,
  /** It did not measure what the user configured. */
  INVALID;

  /** The worse one. */
  public Verdict with(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}

package io.ibench.verdict;

/** How far a result can be trusted; from best to worst. */
public enum Verdict {
  /** Nothing is known that speaks against it. */
  VALID,
  /** It shows what happened, but something disturbed it, or there is too little of it. */
  DEGRADED,
  /** It is not a measurement of what was asked for. */
  INVALID;

  /** The worse one of both. */
  public Verdict with(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}

package io.ibench.learn.law;

/** How far a law may be trusted. */
public enum Grade {
  /** The cumulated shares of law and sample differ by less than 3 points. */
  CLOSE,
  /** They differ by less than 10 points. */
  ROUGH,
  /** They differ by more. */
  POOR,
  /** Fewer than 100 values: nothing but a range can be said. */
  FEW
}

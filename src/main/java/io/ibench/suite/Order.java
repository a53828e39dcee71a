package io.ibench.suite;

/** In which order cells run. */
public enum Order {
  /** In rounds, every other one in reverse, so that a steady drift of the machine cancels. */
  INTERLEAVED,
  /** In rounds, each in an order of its own, drawn from a seed. */
  RANDOM,
  /** All repeats of a variant together. */
  GIVEN,
  /** Each cell is a duet of a variant with its base, in rounds as {@link #INTERLEAVED}. */
  DUET
}

package io.ibench.workload;

/** How a group with a target rate spreads the starts of its operations over time. */
public enum Pacing {
  /** At equal intervals, the threads in turn. */
  EVEN,

  /**
   * At random, as from many independent users: each thread is a Poisson process whose mean is its
   * share of the rate.
   */
  POISSON,

  /**
   * In a burst at the beginning of each second, as the insert benchmark's own client does. What one
   * second does not finish is not made up for.
   */
  BURSTY
}

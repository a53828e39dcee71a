package io.ibench.workload;

/** How the starts of a group's operations are spread over time when it has a target rate. */
public enum Pacing {
  /** At equal distances, the threads in turn. */
  EVEN,

  /**
   * At random, as from many users who know nothing of each other: each thread is a Poisson process
   * of its own, with its share of the rate as mean.
   */
  POISSON,

  /**
   * In a burst at the beginning of each second, as the insert benchmark's own client does: what a
   * second cannot finish is not made up for.
   */
  BURSTY
}

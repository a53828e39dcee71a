package io.ibench.measure;

/**
 * The engine's counters of its workers' time, in {@link Readings}.
 *
 * <p>Only workers without a target rate, leader or follower count: they should spend all of their
 * time on the database, and the rest is the client's own cost.
 */
public final class WorkerMetric {

  /** The time that these workers were at work, in total. */
  public static final String UNTHROTTLED_NANOS = "workers.unthrottled_nanos";

  /** The part of it inside operations, including failed ones. */
  public static final String INSIDE_NANOS = "workers.inside_nanos";

  private WorkerMetric() {}
}

package io.ibench.measure;

/**
 * What the engine knows of its workers' time, as counters among {@link Readings}.
 *
 * <p>Only workers count that have no target rate and wait for no other worker: all of their time
 * should be spent on the database, and the rest is the client's own.
 */
public final class WorkerMetric {

  /** Nanoseconds that these workers were at work, all together. */
  public static final String UNTHROTTLED_NANOS = "workers.unthrottled_nanos";

  /** Nanoseconds of that in which they carried out operations, failed ones among them. */
  public static final String INSIDE_NANOS = "workers.inside_nanos";

  private WorkerMetric() {}
}

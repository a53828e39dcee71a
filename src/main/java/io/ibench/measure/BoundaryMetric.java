package io.ibench.measure;

/**
 * Names of what is read at the boundaries of steps and periods only, because it takes its time or
 * means nothing in between.
 */
public final class BoundaryMetric {

  /** Rows in the tables, where the workload knows. */
  public static final String ROWS = "rows";

  /** Bytes of the tables and their indexes, as the database tells them. */
  public static final String SIZE = "size";

  /** Bytes of all files in the server's data directories. */
  public static final String DIRECTORY_BYTES = "dir_bytes";

  /** What the server counts by itself: a reading has them under the server's own names. */
  public static final String SERVER_COUNTERS = "server_counters";

  private BoundaryMetric() {}
}

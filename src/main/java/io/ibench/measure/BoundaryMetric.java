package io.ibench.measure;

/**
 * Names of metrics that are read at the boundaries of steps and periods only, because they are slow
 * or mean nothing in between.
 */
public final class BoundaryMetric {

  /** Rows in the tables, if the workload knows them. */
  public static final String ROWS = "rows";

  /** Bytes of the values of all rows in the tables, if the workload knows them. */
  public static final String ROW_BYTES = "row_bytes";

  /** Bytes of the tables and their indexes, as the database reports them. */
  public static final String SIZE = "size";

  /** Bytes of all files in the server's data directories. */
  public static final String DIRECTORY_BYTES = "dir_bytes";

  /** The server's own counters; a reading contains them under the server's names. */
  public static final String SERVER_COUNTERS = "server_counters";

  private BoundaryMetric() {}
}

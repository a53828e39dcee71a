package io.ibench.measure;

import java.util.Optional;

/**
 * Something that a workload counts besides its operations. Immutable.
 *
 * @param name its name in results
 * @param rate the name of a figure in results: its growth per second in a step that loads; empty:
 *     no such figure
 * @param definition what it counts, in one line
 */
public record WorkloadCounter(String name, Optional<String> rate, String definition) {

  /** The name of {@link #rowBytesWritten}. */
  public static final String ROW_BYTES_WRITTEN = "row_bytes_written";

  /**
   * The bytes of the values that inserts and updates have written: of an inserted row or an upsert
   * all columns, of an update the columns that it changes. Figures of write amplification divide by
   * it. Numbers have the size of their {@code ColumnType}.
   */
  public static WorkloadCounter rowBytesWritten() {
    return of(ROW_BYTES_WRITTEN, "bytes of the values that inserts and updates have written");
  }

  /** A counter without a rate. */
  public static WorkloadCounter of(String name, String definition) {
    return new WorkloadCounter(name, Optional.empty(), definition);
  }

  /** The same counter, whose growth per second is a figure. */
  public WorkloadCounter withRate(String figure) {
    return new WorkloadCounter(name, Optional.of(figure), definition);
  }
}

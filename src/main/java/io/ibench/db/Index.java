package io.ibench.db;

import java.util.List;

/**
 * A secondary index over columns of its table, ascending, not unique.
 *
 * @param scannedDescending it is mostly read from a range's end to its begin; a product that can
 *     keep such an index in reverse order may do so, all others need not care
 */
public record Index(String name, List<String> columns, boolean scannedDescending) {

  public Index {
    columns = List.copyOf(columns);
  }

  /** An index that is read in its own order. */
  public Index(String name, List<String> columns) {
    this(name, columns, false);
  }
}

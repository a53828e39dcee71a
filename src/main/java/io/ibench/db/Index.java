package io.ibench.db;

import java.util.List;

/**
 * A secondary index on columns of its table: ascending, not unique. Immutable.
 *
 * <p>In many products the names of indexes belong to the schema and not to their table. So a name
 * is unique among the indexes of all tables of a workload.
 *
 * @param scannedDescending most reads go from the end of a range to its start; a product that can
 *     store an index in reverse order may do so, the others ignore it
 */
public record Index(String name, List<String> columns, boolean scannedDescending) {

  public Index {
    columns = List.copyOf(columns);
  }

  /** An index that is read in ascending order. */
  public Index(String name, List<String> columns) {
    this(name, columns, false);
  }
}

package io.ibench.db;

import java.util.List;

/**
 * A secondary index on columns of its table: ascending, not unique. Immutable.
 *
 * @param name unlike that of any other index of the database: on some products, the indexes of all
 *     tables share their names
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

package io.ibench.learn.data;

import io.ibench.learn.law.Law;
import java.util.Map;

/**
 * What the data shall be like.
 *
 * @param factor of the rows of big tables: 0.1 for a tenth
 * @param bigFrom a table with so many rows grows with the factor and {@code :scale}; smaller ones
 *     keep their size
 * @param seen by {@code table.column}, the laws by which the log writes the column; for columns of
 *     which the statistics say nothing
 */
public record DataOptions(boolean isPostgres, double factor, long bigFrom, Map<String, Law> seen) {

  public static final long BIG = 1000;

  public DataOptions {
    seen = Map.copyOf(seen);
  }

  public static DataOptions of(Schema schema) {
    return new DataOptions(schema.isPostgres(), 1, BIG, Map.of());
  }
}

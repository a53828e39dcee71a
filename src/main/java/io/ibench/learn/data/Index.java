package io.ibench.learn.data;

import java.util.List;

/**
 * An index of a table.
 *
 * @param columns in order
 * @param prefixes the number of different values of the first column, of the first two, and so on;
 *     -1 where it is not known
 * @param parts what follows ON TABLE in its statement, such as {@code (name(10))}
 */
public record Index(
    String name,
    List<String> columns,
    List<Long> prefixes,
    boolean isUnique,
    boolean isPrimary,
    String parts) {

  public Index {
    columns = List.copyOf(columns);
    prefixes = List.copyOf(prefixes);
  }
}

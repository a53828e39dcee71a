package io.ibench.db;

import java.util.Optional;

/**
 * Adds a parameter to a number column, or {@code constant} when present; a row that does not exist
 * yet counts as 0. The parameter is any whole number, whatever type the column has.
 */
public record Add(String column, Optional<Long> constant) {

  public Add(String column, long constant) {
    this(column, Optional.of(constant));
  }

  public static Add parameter(String column) {
    return new Add(column, Optional.empty());
  }
}

package io.ibench.db;

import java.util.Optional;

/** Sets a column to a parameter, or to {@code constant} when present. */
public record Assign(String column, Optional<Long> constant) {

  public static Assign parameter(String column) {
    return new Assign(column, Optional.empty());
  }

  public static Assign constant(String column, long value) {
    return new Assign(column, Optional.of(value));
  }
}

package io.ibench.db;

import java.util.List;

/** A secondary index over columns of its table, ascending, not unique. */
public record Index(String name, List<String> columns) {

  public Index {
    columns = List.copyOf(columns);
  }
}

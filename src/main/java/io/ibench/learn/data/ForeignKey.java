package io.ibench.learn.data;

import java.util.List;

/** Columns whose values are those of another table's columns. */
public record ForeignKey(List<String> columns, String parent, List<String> parentColumns) {

  public ForeignKey {
    columns = List.copyOf(columns);
    parentColumns = List.copyOf(parentColumns);
  }
}

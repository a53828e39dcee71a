package io.ibench.learn.data;

import java.util.List;

/**
 * Columns whose values are those of another table's columns.
 *
 * @param isGuess whether only the names say so
 */
public record ForeignKey(
    List<String> columns, String parent, List<String> parentColumns, boolean isGuess) {

  public ForeignKey {
    columns = List.copyOf(columns);
    parentColumns = List.copyOf(parentColumns);
  }
}

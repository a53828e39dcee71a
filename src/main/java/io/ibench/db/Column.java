package io.ibench.db;

/**
 * A column, never null.
 *
 * @param maxBytes the longest value of a BYTES column; 0 for numbers
 */
public record Column(String name, ColumnType type, int maxBytes) {

  public static Column number(String name, ColumnType type) {
    return new Column(name, type, 0);
  }

  public static Column bytes(String name, int maxBytes) {
    return new Column(name, ColumnType.BYTES, maxBytes);
  }
}

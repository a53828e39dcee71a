package io.ibench.db;

/**
 * A column, never null.
 *
 * @param maxBytes the longest value of a column of bytes or text; 0 for numbers
 */
public record Column(String name, ColumnType type, int maxBytes) {

  public static Column number(String name, ColumnType type) {
    return new Column(name, type, 0);
  }

  public static Column bytes(String name, int maxBytes) {
    return new Column(name, ColumnType.BYTES, maxBytes);
  }

  /** ASCII text of a fixed length. */
  public static Column fixedText(String name, int length) {
    return new Column(name, ColumnType.CHAR, length);
  }

  /** ASCII text up to a length. */
  public static Column text(String name, int maxLength) {
    return new Column(name, ColumnType.VARCHAR, maxLength);
  }
}

package io.ibench.learn.data;

/**
 * A column of a table.
 *
 * @param defaultText the expression of its default; empty without one
 * @param counts whether the server numbers new rows by it
 * @param isGenerated whether the server computes it from others
 */
public record Column(
    String name,
    ColumnType type,
    boolean isNullable,
    String defaultText,
    boolean counts,
    boolean isGenerated,
    Statistics statistics) {

  Column with(Statistics other) {
    return new Column(name, type, isNullable, defaultText, counts, isGenerated, other);
  }
}

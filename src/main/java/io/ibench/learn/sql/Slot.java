package io.ibench.learn.sql;

import org.jspecify.annotations.Nullable;

/**
 * A place of a form where values stand. Immutable.
 *
 * @param number from 0, in the order of the text
 * @param table the table of the column, as the statement names it, or null
 * @param column the column that the value belongs to, or null where nothing says it
 * @param use what the statement does with the value
 * @param inRows whether the place is in {@code VALUES (...)}, which may have several rows
 * @param stem of a {@link Use#NAME}: the name without the number
 * @param text the text in it, if it is one of {@link HarmlessTexts}, or null
 * @param textBits the bits of that text's value
 */
public record Slot(
    int number,
    Use use,
    @Nullable String table,
    @Nullable String column,
    boolean inRows,
    @Nullable String stem,
    @Nullable String text,
    long textBits) {

  /** What a statement does with a value. */
  public enum Use {
    /** Compares a column with it: equal. */
    EQUAL,
    /** Compares a column with it: from it, or above it. */
    FROM,
    /** Compares a column with it: up to it, or below it. */
    TO,
    /** A list of values for a column. */
    IN,
    /** A pattern. */
    LIKE,
    /** Stores it in a column. */
    STORE,
    /** Adds it to a column, or takes it off: no value of the column. */
    DELTA,
    LIMIT,
    OFFSET,
    /** The number at the end of a name, as in {@code sbtest1}. */
    NAME,
    /** Anything else. */
    OTHER
  }
}

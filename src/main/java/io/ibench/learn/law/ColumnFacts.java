package io.ibench.learn.law;

import io.ibench.learn.sql.Literal;
import org.jspecify.annotations.Nullable;

/**
 * What the schema and the statistics say about the column of a value. All but the name may be
 * unknown.
 *
 * @param table names sequences, with the name; empty if there is none
 * @param name names tokens: {@code status_1}
 * @param kind one of {@link Literal}, or {@link #UNKNOWN}
 * @param digits after the point, of decimals; the smallest and largest value are scaled by them
 * @param min the smallest value: of numbers, itself; of times, microseconds from now; of texts and
 *     bytes, the smallest length
 * @param distinct the number of values, or {@link #UNKNOWN}
 * @param rows the number of rows, or {@link #UNKNOWN}
 * @param unique whether each row has a value of its own
 * @param keys the values that load and transactions make instead of the column's; of texts, their
 *     numbers; null for one that {@link KeySpace#of} makes of the range
 * @param texts of the column; null for texts that are made of the lengths
 */
public record ColumnFacts(
    String table,
    String name,
    byte kind,
    int digits,
    @Nullable Long min,
    @Nullable Long max,
    long distinct,
    long rows,
    boolean unique,
    @Nullable KeySpace keys,
    @Nullable TextForm texts,
    Use use) {

  public static final byte UNKNOWN = -1;

  /** Of a value about which nothing is known but its name and use. */
  public static ColumnFacts named(String name, Use use) {
    return new ColumnFacts(
        "", name, UNKNOWN, 0, null, null, UNKNOWN, UNKNOWN, false, null, null, use);
  }

  /** Of a whole number between two bounds. */
  public static ColumnFacts integers(String name, long min, long max, long distinct, Use use) {
    return new ColumnFacts(
        "", name, Literal.INTEGER, 0, min, max, distinct, UNKNOWN, false, null, null, use);
  }

  /** The same column in another use. */
  public ColumnFacts as(Use other) {
    return new ColumnFacts(
        table, name, kind, digits, min, max, distinct, rows, unique, keys, texts, other);
  }

  /** The same column of a table. */
  public ColumnFacts of(String other) {
    return new ColumnFacts(
        other, name, kind, digits, min, max, distinct, rows, unique, keys, texts, use);
  }
}

package io.ibench.learn.data;

import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.KeySpace;
import io.ibench.learn.law.TextForm;
import io.ibench.learn.law.Use;
import io.ibench.learn.sql.Literal;
import org.jspecify.annotations.Nullable;

/**
 * The values of a column: how the load makes them, and what transactions have to know to ask for
 * them. One rule is for both, so that transactions find rows.
 *
 * @param loadExpression the value of row {@code :n}
 * @param keys whole numbers, or the numbers of texts; null for other kinds
 * @param texts the texts of such numbers; null for other kinds
 * @param rows of the table
 * @param isUnique whether each row has a value of its own
 */
public record ColumnRule(
    String table,
    Column column,
    String loadExpression,
    @Nullable KeySpace keys,
    @Nullable TextForm texts,
    long rows,
    boolean isUnique) {

  private static final long MICROS = 1_000_000;

  /** For the law of a parameter that is compared with the column, or written into it. */
  public ColumnFacts facts(Use use) {
    Statistics known = column.statistics();
    byte kind = kind();
    Long min = known.min();
    Long max = known.max();
    TextForm form = texts;
    if (form != null) {
      min = (long) form.shortest();
      max = (long) form.longest();
    } else if (kind == Literal.TIME && min != null && max != null) {
      min *= MICROS;
      max *= MICROS;
    }
    return new ColumnFacts(
        table,
        column.name(),
        kind,
        column.type().digits(),
        min,
        max,
        keys == null ? known.distinct() : keys.count(),
        rows,
        isUnique,
        keys,
        form,
        use);
  }

  private byte kind() {
    return switch (column.type().kind()) {
      case INTEGER -> Literal.INTEGER;
      case DECIMAL -> Literal.DECIMAL;
      case BOOLEAN -> Literal.BOOLEAN;
      case TEXT -> Literal.TEXT;
      case BYTES -> Literal.BYTES;
      case TIME -> Literal.TIME;
      default -> ColumnFacts.UNKNOWN;
    };
  }
}

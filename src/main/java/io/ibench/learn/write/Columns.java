package io.ibench.learn.write;

import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.Use;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a column. */
public interface Columns {

  /**
   * What schema and statistics say of a column; only its name and use if they say nothing.
   *
   * @param table as a statement names it, or null
   * @param column as a statement names it, or {@code #3} for the fourth one, or null
   */
  ColumnFacts facts(@Nullable String table, @Nullable String column, Use use);

  /** Draws one of the texts that the schema allows in a column; empty if it allows any. */
  default Optional<String> labels(@Nullable String table, @Nullable String column) {
    return Optional.empty();
  }

  /** Knows nothing of any column. */
  static Columns unknown() {
    return (table, column, use) -> {
      ColumnFacts named = ColumnFacts.named(column == null ? "value" : column, use);
      return table == null || column == null ? named : named.of(table);
    };
  }
}

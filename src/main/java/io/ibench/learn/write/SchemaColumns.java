package io.ibench.learn.write;

import io.ibench.learn.data.ColumnRule;
import io.ibench.learn.data.DataScript;
import io.ibench.learn.data.Schema;
import io.ibench.learn.data.Table;
import io.ibench.learn.law.ColumnFacts;
import io.ibench.learn.law.Use;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows columns from a schema and the data that is made for it. Immutable. */
final class SchemaColumns implements Columns {

  private final List<Table> tables;
  private final DataScript data;

  SchemaColumns(Schema schema, DataScript data) {
    tables = schema.tables();
    this.data = data;
  }

  @Override
  public ColumnFacts facts(@Nullable String table, @Nullable String column, Use use) {
    ColumnFacts none = Columns.unknown().facts(table, column, use);
    return rule(table, column).map(rule -> rule.facts(use)).orElse(none);
  }

  @Override
  public Optional<String> labels(@Nullable String table, @Nullable String column) {
    return rule(table, column)
        .filter(rule -> !rule.column().type().labels().isEmpty())
        .map(ColumnRule::loadExpression)
        .filter(expression -> !expression.contains(":n"));
  }

  private Optional<ColumnRule> rule(@Nullable String table, @Nullable String column) {
    if (column == null) {
      return Optional.empty();
    }
    for (Table each : tables) {
      if (table != null && !each.name().equalsIgnoreCase(table)) {
        continue;
      }
      String name = name(each, column);
      if (name != null) {
        return data.rule(each.name(), name);
      }
    }
    return Optional.empty();
  }

  private static @Nullable String name(Table table, String column) {
    if (column.startsWith("#")) {
      int place = Integer.parseInt(column.substring(1));
      return place < table.columns().size() ? table.columns().get(place).name() : null;
    }
    return table.columns().stream()
        .map(each -> each.name())
        .filter(column::equalsIgnoreCase)
        .findFirst()
        .orElse(null);
  }
}

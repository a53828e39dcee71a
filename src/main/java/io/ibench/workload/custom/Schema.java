package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The tables by name, in the order of the settings. A table whose definition has a mistake is
 * known, so that its name is no mistake elsewhere, and has no content: nothing is checked with it.
 * Filled while the settings are read; not thread-safe.
 */
final class Schema {

  /** A table and its rows after the load. */
  record Entry(Table table, long rows) {

    /** Whether the key is one long: then the loaded keys are 1 to rows. */
    boolean isNumbered() {
      return table.primaryKey().size() == 1
          && table.column(table.primaryKey().get(0)).type() == ColumnType.LONG;
    }

    boolean isKey(String column) {
      return table.primaryKey().contains(column);
    }
  }

  private final Map<String, Optional<Entry>> entries = new LinkedHashMap<>();

  void add(Table table, long rows) {
    entries.put(table.name(), Optional.of(new Entry(table, rows)));
  }

  void addBroken(String name) {
    entries.put(name, Optional.empty());
  }

  void addIndex(String table, Index index) {
    Objects.requireNonNull(entries.get(table))
        .ifPresent(
            entry -> {
              List<Index> indexes = new ArrayList<>(entry.table().indexes());
              indexes.add(index);
              Entry changed = new Entry(entry.table().with(indexes), entry.rows());
              entries.put(table, Optional.of(changed));
            });
  }

  Collection<String> names() {
    return entries.keySet();
  }

  /** The tables without mistakes. */
  List<Entry> all() {
    return entries.values().stream().flatMap(Optional::stream).toList();
  }

  boolean isComplete() {
    return entries.values().stream().allMatch(Optional::isPresent);
  }

  /** Takes the name of a table; without a result when it is unknown or has a mistake. */
  Optional<Entry> table(TokenReader tokens, Mistakes mistakes) throws SyntaxException {
    Token name = tokens.name("a table");
    if (!entries.containsKey(name.text())) {
      mistakes.unknown(name, "table", entries.keySet());
      return Optional.empty();
    }
    return entries.get(name.text());
  }

  /** The table of this name, without mistakes. */
  Optional<Entry> find(String name) {
    return entries.getOrDefault(name, Optional.empty());
  }

  /** The column of a table; without a result, and with a mistake, when there is none. */
  static Optional<Column> column(Table table, Token name, Mistakes mistakes) {
    if (!table.columnNames().contains(name.text())) {
      mistakes.unknown(name, "column", table.columnNames());
      return Optional.empty();
    }
    return Optional.of(table.column(name.text()));
  }

  /** The smallest value of a column of numbers. */
  static long least(ColumnType type) {
    return type == ColumnType.LONG || type == ColumnType.TIME ? Long.MIN_VALUE : 0;
  }

  /** The largest value of a column of numbers. */
  static long most(ColumnType type) {
    return switch (type) {
      case BYTE -> Byte.MAX_VALUE;
      case INT -> (1L << 32) - 1;
      case SIGNED -> Integer.MAX_VALUE;
      case FLOAT -> ColumnType.MAX_HUNDREDTHS;
      default -> Long.MAX_VALUE;
    };
  }
}

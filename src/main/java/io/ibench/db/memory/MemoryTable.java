package io.ibench.db.memory;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rows of Long and byte[] values, sorted by primary key and by each index. Callers hold the
 * database's lock. A row is replaced, never modified.
 */
final class MemoryTable {

  /** Orders keys column by column; a key that is the beginning of another one comes first. */
  static final Comparator<Object[]> KEY_ORDER =
      (a, b) -> {
        int common = Math.min(a.length, b.length);
        for (int i = 0; i < common; i++) {
          int order = compare(a[i], b[i]);
          if (order != 0) {
            return order;
          }
        }
        return Integer.compare(a.length, b.length);
      };

  /** In a search key: greater than every value. */
  static final Object ABOVE_ALL = new Object();

  private final Table table;
  private final int[] keyPositions;
  private final NavigableMap<Object[], Object[]> rows = new TreeMap<>(KEY_ORDER);
  private final Map<String, SortedIndex> indexes = new HashMap<>();
  private long nextKey = 1;

  private record SortedIndex(
      Index declared, int[] positions, NavigableMap<Object[], Object[]> rows) {}

  MemoryTable(Table table) {
    this.table = table;
    this.keyPositions = positions(table.primaryKey());
  }

  static int compare(Object a, Object b) {
    if (a == ABOVE_ALL || b == ABOVE_ALL) {
      return a == b ? 0 : a == ABOVE_ALL ? 1 : -1;
    }
    if (a instanceof Long number) {
      return number.compareTo((Long) b);
    }
    return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
  }

  private int[] positions(List<String> columns) {
    return columns.stream().mapToInt(table::position).toArray();
  }

  private static Object[] pick(Object[] row, int[] positions) {
    Object[] key = new Object[positions.length];
    for (int i = 0; i < positions.length; i++) {
      key[i] = row[positions[i]];
    }
    return key;
  }

  Object[] key(Object[] row) {
    return pick(row, keyPositions);
  }

  void createIndex(Index index) throws DatabaseException {
    int[] positions = positions(path(table, Optional.of(index)));
    SortedIndex sorted = new SortedIndex(index, positions, new TreeMap<>(KEY_ORDER));
    if (indexes.putIfAbsent(index.name(), sorted) != null) {
      throw new DatabaseException(FailureKind.FATAL, "index " + index.name() + " exists already");
    }
    rows.values().forEach(row -> sorted.rows.put(pick(row, sorted.positions), row));
  }

  /** The columns that rows are sorted by, each once. */
  static List<String> path(Table table, Optional<Index> by) {
    Set<String> columns = new LinkedHashSet<>();
    by.ifPresent(index -> columns.addAll(index.columns()));
    columns.addAll(table.primaryKey());
    return List.copyOf(columns);
  }

  /** The declared table. */
  FoundTable found() {
    List<FoundColumn> columns =
        table.columns().stream()
            .map(column -> new FoundColumn(column.name(), type(column), true))
            .toList();
    Map<String, List<String>> found = new HashMap<>();
    indexes.forEach((name, index) -> found.put(name, index.declared().columns()));
    return new FoundTable(columns, table.primaryKey(), found);
  }

  private static String type(Column column) {
    return column.type() + (column.type().isNumber() ? "" : " " + column.maxBytes());
  }

  /** The column must have exactly this type, by which values are checked. */
  static boolean holds(FoundColumn found, Column declared) {
    return found.type().equals(type(declared));
  }

  /** The next generated key. */
  long generateKey() {
    return nextKey;
  }

  /** The row with the key, or an empty list. */
  List<Object[]> find(Object[] key) {
    Object[] row = rows.get(key);
    return row == null ? List.of() : List.<Object[]>of(row);
  }

  /** Inserts the row or replaces the row with its key. */
  void put(Object[] row) {
    Object[] before = rows.put(key(row), row);
    if (before != null) {
      unindex(before);
    }
    indexes.values().forEach(index -> index.rows.put(pick(row, index.positions), row));
    if (table.generatedKey()) {
      nextKey = Math.max(nextKey, (Long) row[keyPositions[0]] + 1);
    }
  }

  void remove(Object[] row) {
    rows.remove(key(row));
    unindex(row);
  }

  private void unindex(Object[] row) {
    indexes.values().forEach(index -> index.rows.remove(pick(row, index.positions)));
  }

  /** All rows by the columns of an index and the primary key; without index, by the primary key. */
  NavigableMap<Object[], Object[]> sorted(Optional<Index> by) throws DatabaseException {
    if (by.isEmpty()) {
      return rows;
    }
    SortedIndex sorted = indexes.get(by.get().name());
    if (sorted == null) {
      throw new DatabaseException(
          FailureKind.NOT_FOUND, "no index " + by.get().name() + " on table " + table.name());
    }
    return sorted.rows;
  }

  /** Refuses a value outside of the column's type. */
  static Object check(Column column, Object value) {
    boolean fits =
        switch (column.type()) {
          case LONG -> value instanceof Long;
          case INT -> value instanceof Long number && number >= 0 && number < 1L << 32;
          case SIGNED -> value instanceof Long number && number == number.intValue();
          case BYTE -> value instanceof Long number && number >= 0 && number < 128;
          case TIME -> value instanceof Long number && number % 1000 == 0;
          case FLOAT ->
              value instanceof Long number && number >= 0 && number <= ColumnType.MAX_HUNDREDTHS;
          case BYTES -> value instanceof byte[] bytes && bytes.length <= column.maxBytes();
          case CHAR, VARCHAR ->
              value instanceof byte[] bytes && bytes.length <= column.maxBytes() && isAscii(bytes);
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "column " + column.name() + " of type " + column.type() + " cannot hold " + value);
    }
    return value;
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0) {
        return false;
      }
    }
    return true;
  }
}

package io.ibench.db.rocksdb.engine;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * What the tables are, as text in a family of its own: a key for each table, index and key
 * sequence. Each change is durable when it returns. Thread-safe.
 */
final class Catalog {

  /** The family whose presence says that the folder is ibench's. */
  static final String FAMILY = "ibench";

  /** What the names of ibench's own tables begin with. */
  private static final String OWN_TABLES = "ibench_";

  private static final String TABLE = "table ";
  private static final String INDEX = "index ";
  private static final String SEQUENCE = "sequence ";
  private static final String DEFAULT = "default family";
  private static final String DESCENDING = " descending";

  private final RocksDB db;
  private final ColumnFamilyHandle family;

  /** Without a log a change is durable after a flush. */
  private final boolean logged;

  Catalog(RocksDB db, ColumnFamilyHandle family, boolean logged) {
    this.db = db;
    this.family = family;
    this.logged = logged;
  }

  /** The family of an index. Families in reverse order are told by their names. */
  static String family(String table, Index index) {
    return table + "." + index.name() + (index.scannedDescending() ? DESCENDING : "");
  }

  static boolean isReversed(String family) {
    return family.endsWith(DESCENDING);
  }

  /** Whether a family has no rows of a workload, but what ibench keeps for itself. */
  static boolean isOwn(String family) {
    return family.equals(FAMILY) || family.startsWith(OWN_TABLES);
  }

  /** A family's name as users write it. */
  static String written(String family) {
    return isReversed(family) ? family.substring(0, family.length() - DESCENDING.length()) : family;
  }

  void add(Table table) throws RocksDBException {
    StringBuilder text = new StringBuilder();
    for (Column column : table.columns()) {
      text.append("column ").append(column.name()).append(' ').append(column.type()).append(' ');
      text.append(column.maxBytes()).append('\n');
    }
    text.append("key ").append(String.join(" ", table.primaryKey())).append('\n');
    text.append("generated ").append(table.generatedKey()).append('\n');
    put(TABLE + table.name(), text.toString());
  }

  void add(String table, Index index) throws RocksDBException {
    put(
        INDEX + table + " " + index.name(),
        index.scannedDescending() + " " + String.join(" ", index.columns()));
  }

  /** The table is in RocksDB's default family. */
  void setDefault(String table) throws RocksDBException {
    put(DEFAULT, table);
  }

  boolean isDefault(String table) throws RocksDBException {
    return table.equals(entries().get(DEFAULT));
  }

  /** The highest key that was generated or inserted. */
  void setSequence(String table, long lastKey) throws RocksDBException {
    put(SEQUENCE + table, Long.toString(lastKey));
  }

  void remove(String table) throws RocksDBException {
    Map<String, String> entries = entries();
    for (String key : entries.keySet()) {
      if (key.equals(TABLE + table)
          || key.equals(DEFAULT) && table.equals(entries.get(DEFAULT))
          || key.startsWith(INDEX + table + " ")
          || key.equals(SEQUENCE + table)) {
        try (WriteOptions options = options()) {
          db.delete(family, options, bytes(key));
        }
      }
    }
    flush();
  }

  private void put(String key, String value) throws RocksDBException {
    try (WriteOptions options = options()) {
      db.put(family, options, bytes(key), bytes(value));
    }
    flush();
  }

  private WriteOptions options() {
    return new WriteOptions().setSync(logged).setDisableWAL(!logged);
  }

  /** An unflushed memtable would keep each log file since its first entry. */
  private void flush() throws RocksDBException {
    RocksMaintenance.flush(db, family);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Map<String, String> entries() throws RocksDBException {
    Map<String, String> entries = new LinkedHashMap<>();
    try (RocksIterator iterator = db.newIterator(family)) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        entries.put(
            new String(iterator.key(), StandardCharsets.UTF_8),
            new String(iterator.value(), StandardCharsets.UTF_8));
      }
      iterator.status();
    }
    return entries;
  }

  /** All tables with the indexes that exist. */
  List<Table> tables() throws RocksDBException {
    Map<String, String> entries = entries();
    List<Table> tables = new ArrayList<>();
    entries.forEach(
        (key, text) -> {
          if (key.startsWith(TABLE)) {
            String name = key.substring(TABLE.length());
            tables.add(table(name, text).with(indexes(name, entries)));
          }
        });
    return tables;
  }

  /** The highest key of a table as of the last close; 0 without one. */
  long sequence(String table) throws RocksDBException {
    return Long.parseLong(entries().getOrDefault(SEQUENCE + table, "0"));
  }

  private static Table table(String name, String text) {
    List<Column> columns = new ArrayList<>();
    List<String> key = List.of();
    boolean generated = false;
    for (String line : text.split("\n")) {
      List<String> words = List.of(line.split(" "));
      switch (words.get(0)) {
        case "column" ->
            columns.add(
                new Column(
                    words.get(1),
                    ColumnType.valueOf(words.get(2)),
                    Integer.parseInt(words.get(3))));
        case "key" -> key = words.subList(1, words.size());
        case "generated" -> generated = Boolean.parseBoolean(words.get(1));
        default -> throw new IllegalStateException("unknown line in the catalog: " + line);
      }
    }
    return new Table(name, columns, key, generated, List.of());
  }

  private static List<Index> indexes(String table, Map<String, String> entries) {
    String prefix = INDEX + table + " ";
    return entries.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .map(entry -> index(entry.getKey().substring(prefix.length()), entry.getValue()))
        .collect(Collectors.toList());
  }

  private static Index index(String name, String text) {
    List<String> words = Arrays.asList(text.split(" "));
    return new Index(name, words.subList(1, words.size()), Boolean.parseBoolean(words.get(0)));
  }
}

package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Partitions;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The user's settings of how tables are stored. Immutable.
 *
 * @param partitions number of partitions of every table, by its key; 0: no partitions
 * @param columnFamilies every key and index gets its own column family (MyRocks)
 * @param tableOptions more text for CREATE TABLE, in the server's syntax
 * @param charset of text; empty: the database's
 * @param collation of text; empty: the default of its character set
 */
record Storage(
    String engine,
    long partitions,
    boolean columnFamilies,
    String tableOptions,
    String charset,
    String collation) {

  static final String INNODB = "InnoDB";
  static final String ROCKSDB = "RocksDB";

  /** Text in the database's character set. */
  Storage(String engine, long partitions, boolean columnFamilies, String tableOptions) {
    this(engine, partitions, columnFamilies, tableOptions, "", "");
  }

  /** What follows the type of a column of text. */
  String ofText() {
    return (charset.isEmpty() ? "" : " CHARACTER SET " + charset)
        + (collation.isEmpty() ? "" : " COLLATE " + collation);
  }

  /** The settings of text that are given, by their keys. */
  Map<String, String> textSettings() {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("text.charset", charset);
    given.put("text.collation", collation);
    given.values().removeIf(String::isEmpty);
    return given;
  }

  boolean isInnodb() {
    return engine.equalsIgnoreCase(INNODB);
  }

  boolean isRocksdb() {
    return engine.equalsIgnoreCase(ROCKSDB);
  }

  /** The text after the closing bracket of CREATE TABLE. */
  String suffix(Table table) {
    StringBuilder suffix = new StringBuilder(" ENGINE=").append(engine);
    if (!tableOptions.isEmpty()) {
      suffix.append(' ').append(tableOptions);
    }
    if (table.partitions().isPresent()) {
      suffix.append(ranges(table.primaryKey().get(0), table.partitions().get()));
    } else if (partitions > 0 && isOfWorkload(table)) {
      suffix.append(" PARTITION BY KEY (").append(partitionColumn(table));
      suffix.append(") PARTITIONS ").append(partitions);
    }
    return suffix.toString();
  }

  private static String ranges(String key, Partitions ranges) {
    int last = ranges.count() - 1;
    StringBuilder text = new StringBuilder(" PARTITION BY RANGE (").append(key).append(") (");
    for (int i = 0; i < last; i++) {
      text.append("PARTITION p").append(i).append(" VALUES LESS THAN (");
      text.append(ranges.end(i)).append("), ");
    }
    return text.append("PARTITION p").append(last).append(" VALUES LESS THAN MAXVALUE)").toString();
  }

  /**
   * Checks that a table has one kind of partitions only.
   *
   * @throws DatabaseException when the user wants partitions by key and the table has ranges
   */
  void check(Table table) throws DatabaseException {
    if (partitions > 0 && table.partitions().isPresent()) {
      throw new DatabaseException(
          FailureKind.FATAL,
          "table "
              + table.name()
              + " is to be divided into "
              + table.partitions().get().count()
              + " ranges of its key, and by partitions = "
              + partitions
              + " as well; leave one of them out");
    }
  }

  /** The register of tables is small and not measured. */
  private static boolean isOfWorkload(Table table) {
    return !table.name().equals(TableRegister.TABLE.name());
  }

  /**
   * The column of the primary key that determines the partition: the first column of an index, so
   * that rows read by the index are in one partition; else the key's first column. Servers accept
   * only columns of the primary key.
   */
  static String partitionColumn(Table table) {
    return table.indexes().stream()
        .map(index -> index.columns().get(0))
        .filter(table.primaryKey()::contains)
        .findFirst()
        .orElse(table.primaryKey().get(0));
  }

  /** The text after PRIMARY KEY (...). */
  String keyComment(Table table) {
    return family("", table, "pk");
  }

  /** The text after the columns of CREATE INDEX. */
  String indexComment(Table table, Index index) {
    return family(index.scannedDescending() ? "rev:" : "", table, index.name());
  }

  /** A family with the prefix "rev:" stores keys in descending order. */
  private String family(String prefix, Table table, String name) {
    return columnFamilies && isOfWorkload(table)
        ? " COMMENT '" + prefix + "cf_" + table.name() + "_" + name + "'"
        : "";
  }

  /** Adds the settings that may be the cause to a failure to create a table. */
  DatabaseException withSettings(Table table, DatabaseException failure) {
    String message =
        "CREATE TABLE " + table.name() + " with " + settings() + ": " + failure.getMessage();
    return new DatabaseException(failure.kind(), message, failure.getCause());
  }

  private String settings() {
    List<String> settings = new ArrayList<>(List.of("engine = " + engine));
    if (partitions > 0) {
      settings.add("partitions = " + partitions);
    }
    if (!tableOptions.isEmpty()) {
      settings.add("table_options = " + tableOptions);
    }
    textSettings().forEach((key, value) -> settings.add(key + " = " + value));
    return String.join(", ", settings);
  }
}

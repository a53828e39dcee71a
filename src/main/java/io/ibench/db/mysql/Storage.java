package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Partitions;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.ArrayList;
import java.util.List;

/**
 * How tables are stored, as the user wishes. Immutable.
 *
 * @param partitions of every table, by its key; 0: not partitioned
 * @param columnFamilies every key and index gets a column family of its own, as MyRocks has them
 * @param tableOptions what else stands in CREATE TABLE, in the server's words
 */
record Storage(String engine, long partitions, boolean columnFamilies, String tableOptions) {

  static final String INNODB = "InnoDB";
  static final String ROCKSDB = "RocksDB";

  boolean isInnodb() {
    return engine.equalsIgnoreCase(INNODB);
  }

  boolean isRocksdb() {
    return engine.equalsIgnoreCase(ROCKSDB);
  }

  /** Everything behind the closing bracket of CREATE TABLE. */
  String suffix(Table table) {
    StringBuilder suffix = new StringBuilder(" ENGINE=").append(engine);
    if (!tableOptions.isEmpty()) {
      suffix.append(' ').append(tableOptions);
    }
    if (table.partitions().isPresent()) {
      suffix.append(ranges(table.primaryKey().get(0), table.partitions().get()));
    } else if (partitions > 0 && isOfExperiment(table)) {
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
   * Refuses a table that is divided by two rules.
   *
   * @throws DatabaseException when the user wants partitions by key, and the table has ranges
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

  /** The register of tables is small, and nobody measures it. */
  private static boolean isOfExperiment(Table table) {
    return !table.name().equals(TableRegister.TABLE.name());
  }

  /**
   * The column of the primary key by which rows go to partitions: the one that an index begins
   * with, so that what is read by the index is in one partition, else the key's first. A server
   * takes none that is not in the primary key.
   */
  static String partitionColumn(Table table) {
    return table.indexes().stream()
        .map(index -> index.columns().get(0))
        .filter(table.primaryKey()::contains)
        .findFirst()
        .orElse(table.primaryKey().get(0));
  }

  /** Follows PRIMARY KEY (...). */
  String keyComment(Table table) {
    return family("", table, "pk");
  }

  /** Follows the columns of CREATE INDEX. */
  String indexComment(Table table, Index index) {
    return family(index.scannedDescending() ? "rev:" : "", table, index.name());
  }

  /** A reverse family keeps its keys from the greatest to the least. */
  private String family(String prefix, Table table, String name) {
    return columnFamilies && isOfExperiment(table)
        ? " COMMENT '" + prefix + "cf_" + table.name() + "_" + name + "'"
        : "";
  }

  /** The same failure to create a table, with the settings that may have caused it. */
  DatabaseException blamed(Table table, DatabaseException failure) {
    String message =
        "CREATE TABLE " + table.name() + " with " + line() + ": " + failure.getMessage();
    return new DatabaseException(failure.kind(), message, failure.getCause());
  }

  private String line() {
    List<String> settings = new ArrayList<>(List.of("engine = " + engine));
    if (partitions > 0) {
      settings.add("partitions = " + partitions);
    }
    if (!tableOptions.isEmpty()) {
      settings.add("table_options = " + tableOptions);
    }
    return String.join(", ", settings);
  }
}

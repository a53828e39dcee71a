package io.ibench.db;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * A table as a workload declares it, for all products. Immutable.
 *
 * @param generatedKey an {@link Command.Insert} may leave out the one-column numeric primary key:
 *     the server then generates the next key, never one that was inserted before
 * @param partitions a product without partitions refuses to create such a table
 */
public record Table(
    String name,
    List<Column> columns,
    List<String> primaryKey,
    boolean generatedKey,
    List<Index> indexes,
    Optional<Partitions> partitions) {

  /** A table without partitions. */
  public Table(
      String name,
      List<Column> columns,
      List<String> primaryKey,
      boolean generatedKey,
      List<Index> indexes) {
    this(name, columns, primaryKey, generatedKey, indexes, Optional.empty());
  }

  public Table {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    indexes = List.copyOf(indexes);
    if ((generatedKey || partitions.isPresent()) && primaryKey.size() != 1) {
      throw new IllegalArgumentException(
          name + ": a key that is generated or divides has exactly one column");
    }
  }

  /** The same table with only these indexes. */
  public Table with(List<Index> others) {
    return new Table(name, columns, primaryKey, generatedKey, others, partitions);
  }

  /** The same table under another name. */
  public Table named(String other) {
    return new Table(other, columns, primaryKey, generatedKey, indexes, partitions);
  }

  /**
   * For products without partitions.
   *
   * @throws DatabaseException when this table has partitions
   */
  public void requireOnePiece(String product) throws DatabaseException {
    if (partitions.isPresent()) {
      throw new DatabaseException(
          FailureKind.FATAL,
          product
              + " divides no tables: "
              + name
              + " is to have "
              + partitions.get().count()
              + " partitions");
    }
  }

  /** The position of a column. */
  public int position(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    throw new NoSuchElementException("table " + name + " has no column " + column);
  }

  public Column column(String column) {
    return columns.get(position(column));
  }

  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  public Index index(String indexName) {
    return indexes.stream()
        .filter(index -> index.name().equals(indexName))
        .findFirst()
        .orElseThrow(
            () -> new NoSuchElementException("table " + name + " has no index " + indexName));
  }
}

package io.ibench.learn.data;

import java.util.List;
import java.util.Optional;

/**
 * A table.
 *
 * @param rows an estimate; -1 if it is not known
 * @param rowLength the average length of a row in bytes; -1 if it is not known
 */
public record Table(
    String name,
    List<Column> columns,
    List<Index> indexes,
    List<ForeignKey> foreignKeys,
    long rows,
    long rowLength) {

  public Table {
    columns = List.copyOf(columns);
    indexes = List.copyOf(indexes);
    foreignKeys = List.copyOf(foreignKeys);
  }

  Optional<Column> column(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  Optional<Index> primaryKey() {
    return indexes.stream().filter(Index::isPrimary).findFirst();
  }

  Table with(List<Column> others) {
    return new Table(name, others, indexes, foreignKeys, rows, rowLength);
  }

  Table withKeys(List<ForeignKey> keys) {
    return new Table(name, columns, indexes, keys, rows, rowLength);
  }
}

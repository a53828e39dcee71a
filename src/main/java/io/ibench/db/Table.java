package io.ibench.db;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * A table as a workload declares it, for all products. Immutable.
 *
 * <pre>{@code
 * Table orders =
 *     Table.named("orders")
 *         .generatedKey("id")
 *         .number("customer")
 *         .time("created")
 *         .bytes("note", 100)
 *         .index("by_customer", "customer", "created");
 * }</pre>
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

  /** A table without columns: the methods that follow add them, in this order. */
  public static Table named(String name) {
    return new Table(name, List.of(), List.of(), false, List.of());
  }

  /** Whether ibench knows its columns; otherwise the user's own statements create and use it. */
  public boolean hasKnownColumns() {
    return !columns.isEmpty();
  }

  /** Adds a LONG column, which is the primary key. */
  public Table key(String column) {
    return number(column).primaryKey(column);
  }

  /** Adds a LONG column, which is the primary key and which the server can generate. */
  public Table generatedKey(String column) {
    Table table = key(column);
    return new Table(name, table.columns, table.primaryKey, true, indexes, partitions);
  }

  /** The same table with this primary key. */
  public Table primaryKey(String first, String... others) {
    return new Table(name, columns, list(first, others), generatedKey, indexes, partitions);
  }

  /** Adds a LONG column. */
  public Table number(String column) {
    return column(Column.number(column, ColumnType.LONG));
  }

  /** Adds a column of integers from 0 to 127. */
  public Table smallNumber(String column) {
    return column(Column.number(column, ColumnType.BYTE));
  }

  /** Adds a TIME column. */
  public Table time(String column) {
    return column(Column.number(column, ColumnType.TIME));
  }

  /** Adds a column of bytes. */
  public Table bytes(String column, int maxBytes) {
    return column(Column.bytes(column, maxBytes));
  }

  /** Adds a column of ASCII text of a fixed length. */
  public Table fixedText(String column, int length) {
    return column(Column.fixedText(column, length));
  }

  /** Adds a column of ASCII text up to a length. */
  public Table text(String column, int maxLength) {
    return column(Column.text(column, maxLength));
  }

  /** Adds a column. */
  public Table column(Column column) {
    List<Column> more = new ArrayList<>(columns);
    more.add(column);
    return new Table(name, more, primaryKey, generatedKey, indexes, partitions);
  }

  /** Adds a secondary index that is read in ascending order. */
  public Table index(String indexName, String first, String... others) {
    return index(new Index(indexName, list(first, others)));
  }

  /** Adds a secondary index that is mostly read from the end of a range to its start. */
  public Table descendingIndex(String indexName, String first, String... others) {
    return index(new Index(indexName, list(first, others), true));
  }

  /** Adds a secondary index. */
  public Table index(Index index) {
    List<Index> more = new ArrayList<>(indexes);
    more.add(index);
    return with(more);
  }

  private static List<String> list(String first, String... others) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(others));
    return all;
  }

  /** A select of these columns, without columns: of all. Its conditions come next. */
  public Command.Select select(String... read) {
    List<String> names = read.length == 0 ? columnNames() : List.of(read);
    return Command.Select.of(this, names, List.of());
  }

  /** An insert of one row with these columns, without columns: with all but a generated key. */
  public Command.Insert insert(String... written) {
    List<String> names = new ArrayList<>(written.length == 0 ? columnNames() : List.of(written));
    if (written.length == 0 && generatedKey) {
      names.removeAll(primaryKey);
    }
    return new Command.Insert(this, names, 1);
  }

  /** An upsert of all columns: an existing row gets all values. */
  public Command.Upsert upsert() {
    List<String> set = new ArrayList<>(columnNames());
    set.removeAll(primaryKey);
    return new Command.Upsert(this, columnNames(), set, List.of(), Optional.empty());
  }

  /** An update. Its changes and conditions come next. */
  public Command.Update update() {
    return new Command.Update(this, List.of(), List.of(), List.of(), Optional.empty());
  }

  /** A delete. Its conditions come next. */
  public Command.Delete delete() {
    return new Command.Delete(this, List.of(), 0);
  }

  /** The same table with only these indexes. */
  public Table with(List<Index> others) {
    return new Table(name, columns, primaryKey, generatedKey, others, partitions);
  }

  /** The same table under another name. */
  public Table renamed(String other) {
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

  /** The bytes of a row's numbers, without its values of BYTES columns. */
  public long numberBytes() {
    return columns.stream().mapToLong(column -> column.type().valueBytes()).sum();
  }

  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  public Index index(String indexName) {
    return indexes.stream()
        .filter(candidate -> candidate.name().equals(indexName))
        .findFirst()
        .orElseThrow(
            () -> new NoSuchElementException("table " + name + " has no index " + indexName));
  }
}

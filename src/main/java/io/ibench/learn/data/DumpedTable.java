package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table of which a file tells bit by bit. */
final class DumpedTable {

  private final String name;
  private final List<Column> columns = new ArrayList<>();
  private final List<Index> indexes = new ArrayList<>();
  private final List<ForeignKey> foreignKeys = new ArrayList<>();
  private long next = -1;

  DumpedTable(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(Column column) {
    columns.add(column);
  }

  /** The number that the server gives the next row. */
  void setNext(long number) {
    next = number;
  }

  void setCounting(String column) {
    columns.replaceAll(
        each ->
            each.name().equals(column)
                ? new Column(
                    each.name(),
                    each.type(),
                    each.isNullable(),
                    "",
                    true,
                    each.isGenerated(),
                    each.statistics())
                : each);
  }

  void addIndex(Index index) {
    indexes.add(index);
  }

  void addIndex(String index, List<String> names, boolean unique, boolean primary) {
    indexes.add(
        new Index(index, names, names.stream().map(n -> -1L).toList(), unique, primary, ""));
  }

  void addIndex(
      String index, List<SqlToken> group, boolean unique, boolean primary, boolean isPostgres) {
    List<String> names = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (List<SqlToken> part : TokenReader.split(group)) {
      String column = part.get(0).text();
      names.add(column);
      boolean prefix = part.size() >= 3 && part.get(1).is("(");
      parts.add(Names.quoted(column, isPostgres) + (prefix ? "(" + part.get(2).text() + ")" : ""));
    }
    indexes.add(
        new Index(
            index,
            names,
            names.stream().map(n -> -1L).toList(),
            unique,
            primary,
            isPostgres ? "" : "(" + String.join(", ", parts) + ")"));
  }

  void addForeignKey(List<String> names, TokenReader tokens) {
    String parent = tokens.name();
    List<String> parents = tokens.isAt("(") ? TokenReader.names(tokens.group()) : List.of();
    foreignKeys.add(new ForeignKey(names, parent, parents, false));
  }

  private List<String> key() {
    List<String> key = new ArrayList<>();
    indexes.stream().filter(Index::isPrimary).forEach(index -> key.addAll(index.columns()));
    return key;
  }

  /**
   * The columns of a primary key are never NULL.
   *
   * @param tables by name; a foreign key without columns refers to the primary key of one
   */
  Table table(Map<String, DumpedTable> tables, List<String> unknown) {
    List<Column> made = new ArrayList<>();
    List<String> key = key();
    for (Column column : columns) {
      Statistics known = column.statistics();
      if (column.counts() && next > 1) {
        known = known.withRange(1, next - 1);
      }
      made.add(
          new Column(
              column.name(),
              column.type(),
              column.isNullable() && !key.contains(column.name()),
              column.defaultText(),
              column.counts(),
              column.isGenerated(),
              known));
    }
    if (next > 1) {
      unknown.add(
          "table " + name + ": its rows are taken as " + (next - 1) + ", from AUTO_INCREMENT");
    }
    List<ForeignKey> kept = new ArrayList<>();
    for (ForeignKey each : foreignKeys) {
      DumpedTable parent = tables.get(each.parent());
      if (!each.parentColumns().isEmpty()) {
        kept.add(each);
      } else if (parent != null && parent.key().size() == each.columns().size()) {
        kept.add(new ForeignKey(each.columns(), each.parent(), parent.key(), false));
      }
    }
    return new Table(name, made, indexes, kept, next > 1 ? next - 1 : -1, -1);
  }
}

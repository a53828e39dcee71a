package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.workload.custom.Statement.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code read 10 latest orders(id, note) where customer = any(customers)}. Used once; not
 * thread-safe.
 */
final class ReadParser {

  private final OperationContext context;
  private final TokenReader tokens;
  private final Mistakes mistakes;

  /** The variables that get the columns of the first row. */
  private final List<Token> into;

  ReadParser(OperationContext context, List<Token> into) {
    this.context = context;
    this.tokens = context.tokens();
    this.mistakes = context.mistakes();
    this.into = into;
  }

  /** The statement after its first word; empty after a mistake. */
  Optional<Execution> parse(Token word) throws SyntaxException {
    int limit = context.rows();
    boolean latest = tokens.skip("latest");
    if ((latest || tokens.skip("first")) && limit == 0) {
      mistakes.at(word, "a number of rows is missing, as in: read 10 latest orders");
    }
    Optional<Schema.Entry> entry = context.table();
    Optional<List<String>> columns = columns(entry);
    WhereParser where = new WhereParser(context, entry).parse();
    Optional<Access> using = using(entry, where);
    if (entry.isEmpty() || columns.isEmpty()) {
      into.forEach(name -> context.variables().addRead(name.text(), ColumnType.LONG));
      return Optional.empty();
    }
    Table table = entry.get().table();
    List<Integer> kept = keep(table, columns.get());
    Access access = using.orElseGet(() -> Access.best(table, where.conditions()));
    if (!into.isEmpty() && limit == 0 && !access.isOneRow()) {
      mistakes.at(into.get(0), "several rows may match; write read 1 first " + table.name());
    }
    if (!access.serves() && (limit == 0 || !where.conditions().isEmpty())) {
      where.warn(table);
    }
    Command.Select select =
        new Command.Select(
            table,
            columns.get(),
            where.conditions(),
            access.index(),
            limit > 0 ? access.order(where.conditions()) : List.of(),
            latest,
            limit,
            0);
    return Optional.of(new Execution(select, 1, where.parameters(), kept, !kept.isEmpty()));
  }

  /** The columns in brackets, or all. */
  private Optional<List<String>> columns(Optional<Schema.Entry> entry) throws SyntaxException {
    Token open = tokens.peek();
    if (!tokens.skip("(")) {
      return entry.map(found -> found.table().columnNames());
    }
    List<String> names = new ArrayList<>();
    boolean known = true;
    do {
      Token name = tokens.name("a column");
      if (names.contains(name.text())) {
        mistakes.at(name, "this column is there already");
      }
      names.add(name.text());
      known &= context.column(entry, name).isPresent();
    } while (tokens.skip(","));
    tokens.close(open);
    return known ? Optional.of(names) : Optional.empty();
  }

  private List<Integer> keep(Table table, List<String> columns) {
    List<Integer> kept = new ArrayList<>();
    if (!into.isEmpty() && columns.size() != into.size()) {
      mistakes.at(
          into.get(0),
          "variables: "
              + into.size()
              + ", columns: "
              + columns.size()
              + "; name the columns, as in: $c = read orders(customer) ...");
    }
    for (int i = 0; i < Math.min(into.size(), columns.size()); i++) {
      Token name = into.get(i);
      Column column = table.column(columns.get(i));
      if (!column.type().isNumber()) {
        mistakes.at(name, "variables keep numbers, but " + column.name() + " is bytes");
      }
      if (context.variables().find(name.text()).isPresent()) {
        mistakes.at(name, "this variable has a value already; allowed: another name");
      }
      kept.add(context.variables().addRead(name.text(), column.type()).number());
    }
    return kept;
  }

  /** The index that the user names: {@code using by_customer}, or {@code using key}. */
  private Optional<Access> using(Optional<Schema.Entry> entry, WhereParser where)
      throws SyntaxException {
    if (!tokens.skip("using")) {
      return Optional.empty();
    }
    Token name = tokens.name("an index");
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Table table = entry.get().table();
    if (name.is("key")) {
      return Optional.of(Access.of(table, Optional.empty(), where.conditions()));
    }
    Optional<Index> index =
        table.indexes().stream().filter(each -> each.name().equals(name.text())).findFirst();
    if (index.isEmpty()) {
      List<String> known = new ArrayList<>(table.indexes().stream().map(Index::name).toList());
      known.add("key");
      mistakes.unknown(name, "index of " + table.name(), known);
    }
    return index.map(found -> Access.of(table, Optional.of(found), where.conditions()));
  }
}

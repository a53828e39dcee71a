package io.ibench.workload.custom;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.workload.custom.NumberSource.Constant;
import io.ibench.workload.custom.Statement.Execution;
import io.ibench.workload.custom.Statement.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads an insert, upsert, update or delete. Used once; not thread-safe. */
final class WriteParser {

  private final OperationContext context;
  private final TokenReader tokens;
  private final Mistakes mistakes;

  WriteParser(OperationContext context) {
    this.context = context;
    this.tokens = context.tokens();
    this.mistakes = context.mistakes();
  }

  /** The statement after its first word; empty after a mistake. */
  Optional<Execution> parse(Token word) throws SyntaxException {
    return switch (word.text()) {
      case "insert" -> insert();
      case "upsert" -> upsert();
      case "update" -> update(word);
      default -> delete(word);
    };
  }

  private static Execution execution(
      Command command, Stream<Parameter> written, WhereParser where, boolean orRollback) {
    List<Parameter> parameters = Stream.concat(written, where.parameters().stream()).toList();
    return new Execution(command, 1, parameters, List.of(), orRollback);
  }

  /**
   * {@code (customer: any(customers), status: 0)}: the columns with their values. Their order is
   * that of the text, because a variable has its value from its definition on.
   */
  private Map<String, Parameter> values(Optional<Schema.Entry> entry) throws SyntaxException {
    Token open = tokens.peek();
    tokens.expect("(", "before the columns, as in: orders(status: 0)");
    Map<String, Parameter> values = new LinkedHashMap<>();
    do {
      Token name = tokens.name("a column");
      if (values.containsKey(name.text())) {
        mistakes.at(name, "this column has a value already");
      }
      tokens.expect(":", "after " + name.text() + ", as in: " + name.text() + ": 0");
      value(entry, name).ifPresent(found -> values.put(name.text(), found));
    } while (tokens.skip(","));
    tokens.close(open);
    return values;
  }

  private Optional<Parameter> value(Optional<Schema.Entry> entry, Token name)
      throws SyntaxException {
    Optional<Column> column = context.column(entry, name);
    if (column.isEmpty()) {
      context.values().anything();
      return Optional.empty();
    }
    return context.values().value(column.get()).map(source -> context.parameter(source, 0));
  }

  private Optional<Execution> insert() throws SyntaxException {
    int rows = Math.max(1, context.rows());
    Token name = tokens.peek();
    Optional<Schema.Entry> entry = context.table();
    Map<String, Parameter> given = values(entry);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Table table = entry.get().table();
    if (entry.get().isNumbered()) {
      number(name, table, given);
    }
    requireAll(name, table, given, Set.of());
    if (rows > 1 && given.values().stream().anyMatch(Parameter::late)) {
      mistakes.at(name, "an insert of several rows cannot use what was read before");
    }
    Command.Insert insert = new Command.Insert(table, List.copyOf(given.keySet()), rows);
    return Optional.of(new Execution(insert, rows, List.copyOf(given.values()), List.of(), false));
  }

  /** A new row gets the next key: from the server, or from the workload. */
  private void number(Token name, Table table, Map<String, Parameter> given) {
    String key = table.primaryKey().get(0);
    if (given.containsKey(key)) {
      mistakes.at(name, key + " gets the next number by itself; leave it out");
    }
    if (!table.generatedKey()) {
      given.put(key, new Parameter(new NumberSource.NextKey(table), 0, false));
    }
  }

  /** A column without a value is a mistake, unless the database or an addition gives it one. */
  private void requireAll(
      Token place, Table table, Map<String, Parameter> given, Set<String> added) {
    List<String> missing = new ArrayList<>(table.columnNames());
    missing.removeAll(given.keySet());
    missing.removeAll(added);
    if (table.generatedKey()) {
      missing.removeAll(table.primaryKey());
    }
    if (!missing.isEmpty() && mistakes.isEmpty()) {
      mistakes.at(place, "columns without a value: " + String.join(", ", missing));
    }
  }

  private Optional<Execution> upsert() throws SyntaxException {
    Token name = tokens.peek();
    Optional<Schema.Entry> entry = context.table();
    Map<String, Parameter> given = values(entry);
    Map<String, Parameter> added = tokens.skip("add") ? additions(entry, true) : Map.of();
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Table table = entry.get().table();
    added.keySet().stream()
        .filter(given::containsKey)
        .forEach(column -> mistakes.at(name, column + " has a value and is added to"));
    if (table.primaryKey().stream().anyMatch(key -> !given.containsKey(key))) {
      mistakes.at(name, "the key has no value: " + String.join(", ", table.primaryKey()));
    }
    requireAll(name, table, given, added.keySet());
    if (!mistakes.isEmpty()) {
      return Optional.empty();
    }
    List<Add> add = new ArrayList<>();
    added.forEach((column, parameter) -> add.add(new Add(column, constant(parameter))));
    List<String> set = new ArrayList<>(given.keySet());
    set.removeAll(table.primaryKey());
    Command.Upsert upsert =
        new Command.Upsert(table, List.copyOf(given.keySet()), set, add, Optional.empty());
    return Optional.of(new Execution(upsert, 1, List.copyOf(given.values()), List.of(), false));
  }

  private Optional<Execution> update(Token word) throws SyntaxException {
    Optional<Schema.Entry> entry = context.table();
    Map<String, Parameter> set = new LinkedHashMap<>();
    Token change = tokens.peek();
    if (tokens.skip("set")) {
      set(entry, set);
    }
    Map<String, Parameter> added = tokens.skip("add") ? additions(entry, false) : Map.of();
    if (!change.is("set") && !change.is("add")) {
      throw new SyntaxException(change, "expected: set status = 1, or: add orders 1");
    }
    added.keySet().stream()
        .filter(set::containsKey)
        .forEach(column -> mistakes.at(change, column + " is set and added to"));
    WhereParser where = new WhereParser(context, entry).parse();
    where.require(word, "an update changes some rows, not the whole table");
    boolean orRollback = orRollback();
    if (entry.isEmpty() || !mistakes.isEmpty()) {
      return Optional.empty();
    }
    Table table = entry.get().table();
    if (!Access.best(table, where.conditions()).serves()) {
      where.warn(table);
    }
    List<Assign> assigned = new ArrayList<>();
    List<Parameter> written = new ArrayList<>();
    set.forEach(
        (column, parameter) -> {
          Optional<Long> constant =
              table.column(column).type().isWholeNumber() ? constant(parameter) : Optional.empty();
          assigned.add(new Assign(column, constant));
          if (constant.isEmpty()) {
            written.add(parameter);
          }
        });
    List<Add> add = new ArrayList<>();
    added.forEach(
        (column, parameter) -> {
          Optional<Long> constant = constant(parameter);
          add.add(new Add(column, constant));
          if (constant.isEmpty()) {
            written.add(parameter);
          }
        });
    Command.Update update =
        new Command.Update(table, assigned, add, where.conditions(), Optional.empty());
    return Optional.of(execution(update, written.stream(), where, orRollback));
  }

  /** A whole number that is always the same is a part of the statement. */
  private static Optional<Long> constant(Parameter parameter) {
    return parameter.source() instanceof NumberSource.Constant constant
        ? Optional.of(constant.value())
        : Optional.empty();
  }

  private void set(Optional<Schema.Entry> entry, Map<String, Parameter> set)
      throws SyntaxException {
    do {
      Token name = tokens.name("a column");
      refuseKey(entry, name);
      if (set.containsKey(name.text())) {
        mistakes.at(name, "this column is set already");
      }
      tokens.expect("=", "after " + name.text());
      value(entry, name).ifPresent(found -> set.put(name.text(), found));
    } while (tokens.skip(","));
  }

  private void refuseKey(Optional<Schema.Entry> entry, Token name) {
    if (entry.isPresent() && entry.get().isKey(name.text())) {
      mistakes.at(name, "a key does not change; delete the row and insert another one");
    }
  }

  /** {@code orders 1, balance -$amount}: what is added to each column. */
  private Map<String, Parameter> additions(Optional<Schema.Entry> entry, boolean constantsOnly)
      throws SyntaxException {
    Map<String, Parameter> added = new LinkedHashMap<>();
    do {
      Token name = tokens.name("a column");
      refuseKey(entry, name);
      Optional<Column> column = context.column(entry, name);
      boolean whole = column.isPresent() && column.get().type().isWholeNumber();
      if (column.isPresent() && !whole) {
        mistakes.at(name, "only whole numbers are added to; allowed: long, int, byte");
      }
      if (added.containsKey(name.text())) {
        mistakes.at(name, "this column is added to already");
      }
      Token first = tokens.peek();
      Optional<Typed> value = context.values().added(name.text());
      if (constantsOnly && value.isPresent() && !(value.get().source() instanceof Constant)) {
        mistakes.at(first, "an upsert adds constants only; allowed: a number, such as 1");
      }
      value.ifPresent(found -> added.put(name.text(), context.parameter(found.source(), 0)));
    } while (tokens.skip(","));
    return added;
  }

  private Optional<Execution> delete(Token word) throws SyntaxException {
    int limit = context.rows();
    if (tokens.skip("first") && limit == 0) {
      mistakes.at(word, "a number of rows is missing, as in: delete 10 first orders");
    }
    Optional<Schema.Entry> entry = context.table();
    WhereParser where = new WhereParser(context, entry).parse();
    if (limit == 0) {
      where.require(word, "a delete removes some rows, not the whole table");
    }
    boolean orRollback = orRollback();
    if (entry.isEmpty() || !mistakes.isEmpty()) {
      return Optional.empty();
    }
    Table table = entry.get().table();
    boolean serves = Access.best(table, where.conditions()).serves();
    if (!serves && !where.conditions().isEmpty()) {
      where.warn(table);
    }
    Command.Delete delete = new Command.Delete(table, where.conditions(), limit);
    return Optional.of(execution(delete, Stream.empty(), where, orRollback));
  }

  private boolean orRollback() throws SyntaxException {
    if (!tokens.skip("or")) {
      return false;
    }
    tokens.expect("rollback", "after or");
    return true;
  }
}

package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import io.ibench.workload.custom.Token.Kind;
import io.ibench.workload.simple.Definition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what {@code verify} checks besides the rows: {@code customers.orders =
 * count(orders.customer)}, {@code mailboxes.unread = count(messages.mailbox where unread = 1)},
 * {@code orders.customer in customers}, {@code orders.status in 0..4}, {@code sum(accounts.balance)
 * = booked}. Used once; not thread-safe.
 */
final class CheckParser {

  private static final String ALLOWED =
      "= count(TABLE.COLUMN), = count(TABLE.COLUMN where COLUMN = 1), in TABLE, or in a range such"
          + " as 0..4; or sum(TABLE.COLUMN) = booked";

  private final TokenReader tokens;
  private final Schema schema;
  private final Mistakes mistakes;
  private final Map<String, Fill> fills;
  private final List<CustomOperation> operations;
  private final Definition definition;

  /** A column of a table that exists. */
  private record Place(Schema.Entry entry, Column column) {
    Table table() {
      return entry.table();
    }

    String name() {
      return table().name() + "." + column.name();
    }

    /** Whether the rows can be read in the order of the column. */
    boolean isOrdered() {
      return Access.of(table(), Optional.empty(), List.of(Condition.eq(column.name()))).serves()
          || table().indexes().stream()
              .anyMatch(index -> index.columns().get(0).equals(column.name()));
    }

    String orderFlaw() {
      String name = table().name();
      return "needs an index of "
          + name
          + " that begins with "
          + column.name()
          + "; write index.by_"
          + column.name()
          + " = "
          + name
          + "("
          + column.name()
          + ")";
    }
  }

  /**
   * @param fills of the tables, by name
   * @param operations those without mistakes
   * @param definition gets the check
   */
  CheckParser(
      TokenReader tokens,
      Schema schema,
      Mistakes mistakes,
      Map<String, Fill> fills,
      List<CustomOperation> operations,
      Definition definition) {
    this.tokens = tokens;
    this.schema = schema;
    this.mistakes = mistakes;
    this.fills = fills;
    this.operations = operations;
    this.definition = definition;
  }

  void parse(String name) throws SyntaxException {
    Token first = tokens.peek();
    if (first.is("sum") && tokens.peekSecond().is("(")) {
      sum(first);
      return;
    }
    Optional<Place> place = place();
    if (tokens.skip("=")) {
      count(first, place);
    } else if (tokens.skip("in")) {
      in(name, first, place);
    } else {
      throw new SyntaxException(tokens.peek(), "this is no check; allowed: " + ALLOWED);
    }
  }

  private Optional<Place> place() throws SyntaxException {
    Optional<Schema.Entry> entry = schema.table(tokens, mistakes);
    tokens.expect(".", "between table and column, as in: orders.customer");
    Token name = tokens.name("a column");
    Optional<Place> place =
        entry.flatMap(
            found ->
                Schema.column(found.table(), name, mistakes)
                    .map(column -> new Place(found, column)));
    if (place.isPresent() && !place.get().column().type().isNumber()) {
      mistakes.at(name, "bytes are not checked; allowed: numbers and times");
    }
    return place;
  }

  private void count(Token first, Optional<Place> parent) throws SyntaxException {
    tokens.expect("count", "after =");
    Token open = open("count", "orders.customer");
    Optional<Place> child = place();
    WhereParser where =
        WhereParser.ofCheck(tokens, schema, mistakes, child.map(Place::entry)).parse();
    tokens.close(open);
    tokens.end("nothing more");
    if (parent.isEmpty() || child.isEmpty() || !mistakes.isEmpty()) {
      return;
    }
    List<Condition> conditions = where.constant();
    if (!parent.get().entry().isNumbered()) {
      mistakes.at(first, "the key of " + parent.get().table().name() + " must be one long");
    } else if (!child.get().isOrdered()) {
      mistakes.at(first, child.get().orderFlaw());
    } else {
      loadFlaw(parent.get(), child.get(), conditions)
          .ifPresentOrElse(
              flaw -> mistakes.at(first, flaw),
              () ->
                  definition.checkCount(
                      parent.get().table(),
                      parent.get().column().name(),
                      child.get().table(),
                      child.get().column().name(),
                      conditions.toArray(Condition[]::new)));
    }
  }

  private Token open(String function, String example) throws SyntaxException {
    Token open = tokens.peek();
    tokens.expect("(", "after " + function + ", as in: " + function + "(" + example + ")");
    return open;
  }

  private void sum(Token first) throws SyntaxException {
    tokens.take();
    Token open = open("sum", "accounts.balance");
    Optional<Place> place = place();
    if (tokens.peek().is("where")) {
      throw new SyntaxException(
          tokens.peek(), "a sum has no conditions; allowed: count(TABLE.COLUMN where ...)");
    }
    tokens.close(open);
    tokens.expect("=", "booked after the sum, as in: sum(accounts.balance) = booked");
    tokens.expect("booked", "after =");
    tokens.end("nothing more");
    if (place.isEmpty() || !mistakes.isEmpty()) {
      return;
    }
    if (!place.get().column().type().isWholeNumber()) {
      mistakes.at(first, place.get().name() + " is no whole number; only those have an exact sum");
      return;
    }
    for (CustomOperation operation : operations) {
      changeOf(operation, place.get())
          .ifPresent(
              change ->
                  mistakes.at(
                      first,
                      change
                          + " in op."
                          + operation.name()
                          + " changes this sum by an unknown amount; allowed: update "
                          + place.get().table().name()
                          + " add "
                          + place.get().column().name()
                          + " ..."));
    }
    if (mistakes.isEmpty()) {
      definition.checkSum(place.get().table(), place.get().column().name());
    }
  }

  /** What changes a sum otherwise than by an addition; empty if nothing does. */
  private static Optional<String> changeOf(CustomOperation operation, Place place) {
    return operation
        .commands()
        .filter(command -> command.table().equals(place.table()))
        .flatMap(command -> changeOf(command, place.column().name()).stream())
        .findFirst();
  }

  private static Optional<String> changeOf(Command command, String column) {
    if (command instanceof Command.Update update) {
      return update.set().stream()
          .filter(assign -> assign.column().equals(column))
          .findFirst()
          .map(assign -> "set " + column);
    }
    if (command instanceof Command.Select) {
      return Optional.empty();
    }
    return Optional.of(command instanceof Command.Delete ? "a delete" : "an insert or upsert");
  }

  /** Why the counter is wrong after the load; empty if it is right, or a fill has a mistake. */
  private Optional<String> loadFlaw(Place parent, Place child, List<Condition> where) {
    Fill fill = fills.get(parent.table().name());
    Source source = fill == null ? null : fill.sources().get(parent.column().name());
    if (source == null || parent.entry().rows() == 0) {
      return Optional.empty();
    }
    LoadedShare share = LoadedShare.of(child.entry(), fills.get(child.table().name()), where);
    if (share == LoadedShare.SOME) {
      return Optional.of(
          "how many rows fulfil the conditions after the load is not known; give their columns one"
              + " value each in fill."
              + child.table().name());
    }
    boolean zero = source instanceof NumberSource.Constant constant && constant.value() == 0;
    boolean counted =
        source instanceof NumberSource.Counted counts
            && counts.isOf(child.table().name(), child.column().name());
    boolean isRight =
        switch (share) {
          case ALL -> counted;
          case NONE -> zero || counted && child.entry().rows() == 0;
          default -> true;
        };
    return isRight
        ? Optional.empty()
        : Optional.of(
            "this is wrong after the load already; write in fill."
                + parent.table().name()
                + ": "
                + parent.column().name()
                + ": "
                + (share == LoadedShare.ALL ? "count(" + child.name() + ")" : "0"));
  }

  private void in(String name, Token first, Optional<Place> place) throws SyntaxException {
    Token next = tokens.peek();
    if (next.kind() == Kind.NAME) {
      Optional<Schema.Entry> parent = schema.table(tokens, mistakes);
      tokens.end("nothing more");
      if (place.isPresent() && parent.isPresent() && mistakes.isEmpty()) {
        reference(name, first, next, place.get(), parent.get());
      }
      return;
    }
    if (next.kind() != Kind.NUMBER && !next.is("-")) {
      throw new SyntaxException(next, "expected: a table, or a range such as 0..4");
    }
    Column column = place.map(Place::column).orElse(Column.number("the column", ColumnType.LONG));
    Optional<? extends Source> range =
        ValueParser.ofOperation(tokens, schema, mistakes, new Variables()).value(column);
    tokens.end("nothing more");
    if (place.isPresent() && range.isPresent() && mistakes.isEmpty()) {
      NumberSource bounds = (NumberSource) range.get();
      definition.check(
          name, new RangeCheck(place.get().table(), column, bounds.least(), bounds.most()));
    }
  }

  private void reference(
      String name, Token first, Token parentName, Place child, Schema.Entry parent) {
    if (!parent.isNumbered()) {
      mistakes.at(parentName, "the key of " + parentName.text() + " must be one long");
    } else if (!child.column().type().isWholeNumber()) {
      mistakes.at(first, child.name() + " is no whole number, unlike a key");
    } else if (!child.isOrdered()) {
      mistakes.at(first, child.orderFlaw());
    } else {
      definition.check(
          name, new ReferenceCheck(child.table(), child.column().name(), parent.table()));
    }
  }
}

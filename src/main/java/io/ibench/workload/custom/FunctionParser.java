package io.ibench.workload.custom;

import io.ibench.config.Suggestion;
import io.ibench.db.ColumnType;
import io.ibench.random.Distribution;
import io.ibench.random.UniformDistribution;
import io.ibench.workload.custom.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the values that begin with a name: {@code any(orders) zipf 0.9}. Not thread-safe. */
final class FunctionParser {

  private static final List<String> OF_FILLS =
      List.of("any", "in_turn", "round", "row", "count", "now", "last", "letters", "random_bytes");
  private static final List<String> OF_OPERATIONS =
      List.of("any", "newest", "now", "last", "letters", "random_bytes");

  private final TokenReader tokens;
  private final Schema schema;
  private final Mistakes mistakes;

  /** The table whose rows are filled; empty for operations. */
  private final Optional<Schema.Entry> filled;

  private final Variables variables;
  private final List<Counting> counted = new ArrayList<>();

  FunctionParser(
      TokenReader tokens,
      Schema schema,
      Mistakes mistakes,
      Optional<Schema.Entry> filled,
      Variables variables) {
    this.tokens = tokens;
    this.schema = schema;
    this.mistakes = mistakes;
    this.filled = filled;
    this.variables = variables;
  }

  /** The uses of {@code count} so far. */
  List<Counting> counted() {
    return counted;
  }

  /** A function of numbers; empty after a mistake. */
  Optional<Typed> parse() throws SyntaxException {
    Token name = tokens.peek();
    List<String> known = filled.isPresent() ? OF_FILLS : OF_OPERATIONS;
    if (!known.contains(name.text())) {
      throw new SyntaxException(name, unknown(name.text(), known));
    }
    tokens.take();
    return switch (name.text()) {
      case "any" -> any();
      case "newest" -> newest();
      case "in_turn" -> inTurn();
      case "round" -> round();
      case "row" -> Optional.of(Typed.whole(new NumberSource.Row(rows())));
      case "count" -> count(name);
      case "now" -> Optional.of(Typed.time(new NumberSource.Now(plusMillis())));
      case "last" -> Optional.of(Typed.time(last()));
      default -> throw new IllegalStateException("bytes are read elsewhere: " + name);
    };
  }

  private String unknown(String name, List<String> known) {
    if (filled.isPresent() ? OF_OPERATIONS.contains(name) : OF_FILLS.contains(name)) {
      return name
          + (filled.isPresent() ? " is for operations alone" : " is for fills alone")
          + "; allowed here: "
          + String.join(", ", known);
    }
    return Suggestion.question(name, known)
        .map(question -> "this is no value; " + question)
        .orElse(
            "this is no value; allowed: a number, a range such as 0..4, "
                + String.join(", ", known));
  }

  /** The rows that are filled. */
  private long rows() {
    return Math.max(1, filled.map(Schema.Entry::rows).orElse(1L));
  }

  /** The table whose keys are 1 to its number of rows. */
  private Optional<Schema.Entry> numbered(String function) throws SyntaxException {
    Token name = tokens.peek();
    Optional<Schema.Entry> found = schema.table(tokens, mistakes);
    if (found.isPresent() && !found.get().isNumbered()) {
      mistakes.at(name, function + " needs a table whose key is one long, unlike " + name.text());
      return Optional.empty();
    }
    if (found.isPresent() && found.get().rows() == 0 && filled.isPresent()) {
      noRows(name, function);
      return Optional.empty();
    }
    return found;
  }

  private void noRows(Token table, String function) {
    mistakes.at(
        table, function + " needs loaded rows; write rows." + table.text() + " = 1000 or so");
  }

  private Optional<Schema.Entry> inBrackets(String function) throws SyntaxException {
    Token open = open(function, "orders");
    Optional<Schema.Entry> found = numbered(function);
    tokens.close(open);
    return found;
  }

  private Token open(String function, String example) throws SyntaxException {
    Token open = tokens.peek();
    tokens.expect("(", "after " + function + ", as in: " + function + "(" + example + ")");
    return open;
  }

  private Optional<Typed> any() throws SyntaxException {
    Token open = open("any", "orders");
    Token name = tokens.peek();
    Optional<Schema.Entry> table = numbered("any");
    tokens.close(open);
    long rows = Math.max(1, table.map(Schema.Entry::rows).orElse(2L));
    Optional<Distribution> ranks = RanksParser.parse(tokens, mistakes, rows);
    Token unlike = tokens.peek();
    Optional<Variables.Variable> other = tokens.skip("unlike") ? other(unlike) : Optional.empty();
    if (table.isEmpty() || ranks.isEmpty()) {
      return Optional.empty();
    }
    if (unlike.is("unlike")) {
      if (!(ranks.get() instanceof UniformDistribution)) {
        mistakes.at(
            unlike, "unlike is for keys that are equally likely; leave out the distribution");
      }
      if (table.get().rows() < 2) {
        mistakes.at(
            name, "unlike needs two loaded rows; write rows." + name.text() + " = 1000 or so");
      }
      return other.map(
          found ->
              Typed.whole(new NumberSource.OtherKey(table.get().table(), rows, found.number())));
    }
    if (ranks.get() instanceof UniformDistribution) {
      return Optional.of(Typed.whole(new NumberSource.AnyKey(table.get().table(), rows)));
    }
    if (table.get().rows() == 0) {
      noRows(name, "a preference");
    }
    return Optional.of(Typed.whole(NumberSource.SkewedKey.of(ranks.get())));
  }

  /** The variable that a key differs from; empty after a mistake. */
  private Optional<Variables.Variable> other(Token unlike) throws SyntaxException {
    if (filled.isPresent()) {
      throw new SyntaxException(unlike, "only operations have variables");
    }
    Token name = tokens.take(Kind.VARIABLE, "a variable, as in: any(accounts) unlike $a");
    Optional<Variables.Variable> found = variables.used(name, mistakes);
    if (found.isPresent() && found.get().type() != ColumnType.LONG) {
      mistakes.at(name, "this is no whole number, unlike a key");
    } else if (found.isPresent() && found.get().read()) {
      mistakes.at(
          name,
          "this is read while the operation runs, but keys are drawn before; allowed: a variable"
              + " that is drawn");
    }
    return found;
  }

  /** {@code newest(orders)} is the last key, {@code newest(orders, 100)} one of the last 100. */
  private Optional<Typed> newest() throws SyntaxException {
    Token open = open("newest", "orders, 100");
    Optional<Schema.Entry> table = numbered("newest");
    long size = 1;
    if (tokens.skip(",")) {
      Token number = tokens.take(Kind.NUMBER, "how many of the newest keys");
      size = Amounts.whole(number);
      if (size < 1) {
        mistakes.at(number, "this is out of range; allowed: 1 or more");
        size = 1;
      }
    }
    tokens.close(open);
    Optional<Distribution> ranks = RanksParser.parse(tokens, mistakes, size);
    if (table.isEmpty() || ranks.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Typed.whole(
            new NumberSource.NewestKey(
                table.get().table(), ranks.get(), Math.max(1, table.get().rows()))));
  }

  private Optional<Typed> inTurn() throws SyntaxException {
    return inBrackets("in_turn")
        .map(found -> Typed.whole(new NumberSource.InTurn(found.table().name(), found.rows())));
  }

  private Optional<Typed> round() throws SyntaxException {
    return inBrackets("round")
        .map(
            found ->
                Typed.whole(
                    new NumberSource.Round(
                        found.table().name(), found.rows(), (rows() - 1) / found.rows() + 1)));
  }

  /** {@code count(orders.customer)}: the rows of orders whose customer is this row. */
  private Optional<Typed> count(Token name) throws SyntaxException {
    Token open = open("count", "orders.customer");
    Optional<Schema.Entry> child = schema.table(tokens, mistakes);
    tokens.expect(".", "between table and column, as in: count(orders.customer)");
    Token column = tokens.name("a column");
    tokens.close(open);
    if (child.isEmpty() || Schema.column(child.get().table(), column, mistakes).isEmpty()) {
      return Optional.empty();
    }
    String table = child.get().table().name();
    counted.add(new Counting(name, table, column.text()));
    return Optional.of(
        Typed.whole(new NumberSource.Counted(table, column.text(), child.get().rows(), rows())));
  }

  /** {@code now - 7d}: what is added to the time. */
  private long plusMillis() throws SyntaxException {
    boolean minus = tokens.skip("-");
    if (!minus && !tokens.skip("+")) {
      return 0;
    }
    long millis = Amounts.wholeSeconds(tokens.take(Kind.NUMBER, "a duration")) * 1000;
    return minus ? -millis : millis;
  }

  private NumberSource last() throws SyntaxException {
    long seconds = Amounts.wholeSeconds(tokens.take(Kind.NUMBER, "a duration, such as last 30d"));
    Token in = tokens.peek();
    if (!in.is("in") || !tokens.peekSecond().is("order")) {
      return new NumberSource.Last(seconds);
    }
    tokens.take();
    tokens.take();
    if (filled.isEmpty()) {
      throw new SyntaxException(in, "only the rows of a fill have an order");
    }
    return new NumberSource.LastInOrder(seconds, rows());
  }
}

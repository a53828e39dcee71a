package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Table;
import io.ibench.workload.custom.Statement.Parameter;
import io.ibench.workload.custom.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the conditions of one statement: {@code where customer = $c and status in 2 of 0..4}. Used
 * once; not thread-safe.
 */
final class WhereParser {

  private static final int LONGEST_LIST = 1_000;
  private static final String NO_CONSTANT =
      "a check compares with a constant; allowed: a number, such as 1";

  private static final Map<String, Op> COMPARISONS =
      Map.of("=", Op.EQ, "!=", Op.NE, "<", Op.LT, "<=", Op.LE, ">", Op.GT, ">=", Op.GE);

  private final OperationContext context;
  private final TokenReader tokens;
  private final Mistakes mistakes;
  private final Optional<Schema.Entry> entry;
  private final List<Condition> conditions = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();

  /** Whether values are drawn; a check compares with constants. */
  private final boolean draws;

  private boolean given;

  WhereParser(OperationContext context, Optional<Schema.Entry> entry) {
    this(context, entry, true);
  }

  private WhereParser(OperationContext context, Optional<Schema.Entry> entry, boolean draws) {
    this.context = context;
    this.tokens = context.tokens();
    this.mistakes = context.mistakes();
    this.entry = entry;
    this.draws = draws;
  }

  /** Reads the conditions of a check. */
  static WhereParser ofCheck(
      TokenReader tokens, Schema schema, Mistakes mistakes, Optional<Schema.Entry> entry) {
    List<String> noWarnings = new ArrayList<>();
    OperationContext context = OperationContext.of(tokens, schema, mistakes, noWarnings);
    return new WhereParser(context, entry, false);
  }

  List<Condition> conditions() {
    return conditions;
  }

  /** The parameter of each condition. */
  List<Parameter> parameters() {
    return parameters;
  }

  /** The same with the constants that they compare with; only those of a check without mistakes. */
  List<Condition> constant() {
    List<Condition> all = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      NumberSource.Constant constant = (NumberSource.Constant) parameters.get(i).source();
      Condition condition = conditions.get(i);
      all.add(Condition.of(condition.column(), condition.op(), constant.value()));
    }
    return all;
  }

  /** Reads the conditions, if there are any. */
  WhereParser parse() throws SyntaxException {
    if (tokens.peek().is("by")) {
      throw new SyntaxException(tokens.peek(), "write where instead of by");
    }
    given = tokens.skip("where");
    if (given) {
      do {
        condition();
      } while (tokens.skip("and"));
    }
    return this;
  }

  private void condition() throws SyntaxException {
    Token name = tokens.name("a column");
    Optional<Column> column = context.column(entry, name);
    if (column.isPresent() && !column.get().type().isNumber()) {
      mistakes.at(name, "bytes are not compared; allowed: columns of numbers and times");
    }
    Token comparison = tokens.take();
    if (draws && comparison.is("in")) {
      list(name, column);
      return;
    }
    Op op = COMPARISONS.get(comparison.text());
    if (op == null || comparison.kind() != Kind.SIGN) {
      throw new SyntaxException(
          comparison,
          "expected: = != < <= > >=" + (draws ? ", or a list such as: in 10 of any(orders)" : ""));
    }
    Token first = tokens.peek();
    if (!draws && first.kind() == Kind.VARIABLE) {
      throw new SyntaxException(first, NO_CONSTANT);
    }
    Optional<? extends Source> value = value(column);
    if (!draws && value.isPresent() && !(value.get() instanceof NumberSource.Constant)) {
      mistakes.at(first, NO_CONSTANT);
      return;
    }
    value.ifPresent(source -> add(Condition.of(name.text(), op), source, 0));
  }

  private Optional<? extends Source> value(Optional<Column> column) throws SyntaxException {
    if (column.isEmpty()) {
      context.values().anything();
      return Optional.empty();
    }
    return context.values().value(column.get());
  }

  /** {@code in 10 of any(orders)}. */
  private void list(Token name, Optional<Column> column) throws SyntaxException {
    Token number = tokens.take(Kind.NUMBER, "a number of values, as in: id in 10 of any(orders)");
    long size = Amounts.whole(number);
    if (size < 1 || size > LONGEST_LIST) {
      mistakes.at(number, "this number of values is out of range; allowed: 1 .. 1000");
    }
    tokens.expect("of", "after the number of values, as in: id in 10 of any(orders)");
    Optional<? extends Source> source = value(column);
    if (source.isPresent() && mistakes.isEmpty()) {
      add(Condition.in(name.text(), (int) size), source.get(), (int) size);
    }
  }

  private void add(Condition condition, Source source, int list) {
    conditions.add(condition);
    parameters.add(context.parameter(source, list));
  }

  /** Refuses a change of the whole table. */
  void require(Token statement, String why) {
    Token next = tokens.peek();
    boolean ends = next.kind() == Kind.END || next.is(";") || next.is("or");
    if (!given && ends) {
      mistakes.at(statement, "where is missing: " + why);
    }
  }

  /** Warns of a statement that looks at all rows. */
  void warn(Table table) {
    List<String> names = conditions.stream().map(Condition::column).distinct().toList();
    context
        .warnings()
        .add(
            names.isEmpty()
                ? "reads all rows of " + table.name()
                : "looks at all rows of "
                    + table.name()
                    + ", because neither its key nor an index begins with "
                    + String.join(" or ", names));
  }
}

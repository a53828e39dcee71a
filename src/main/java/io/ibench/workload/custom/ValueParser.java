package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.random.Distribution;
import io.ibench.random.UniformDistribution;
import io.ibench.workload.custom.Token.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Reads a value, such as {@code 0..4} or {@code any(orders) zipf 0.9}, for a column or a variable.
 * Not thread-safe.
 *
 * <p>A value that can be read, and does not fit, is a mistake without a result: reading goes on
 * after it.
 */
final class ValueParser {

  private final TokenReader tokens;
  private final Mistakes mistakes;
  private final FunctionParser functions;

  /** Empty for a fill, which has none. */
  private final Optional<Variables> variables;

  private ValueParser(
      TokenReader tokens,
      Mistakes mistakes,
      FunctionParser functions,
      Optional<Variables> variables) {
    this.tokens = tokens;
    this.mistakes = mistakes;
    this.functions = functions;
    this.variables = variables;
  }

  static ValueParser ofFill(
      TokenReader tokens, Schema schema, Mistakes mistakes, Schema.Entry filled) {
    FunctionParser functions =
        new FunctionParser(tokens, schema, mistakes, Optional.of(filled), new Variables());
    return new ValueParser(tokens, mistakes, functions, Optional.empty());
  }

  static ValueParser ofOperation(
      TokenReader tokens, Schema schema, Mistakes mistakes, Variables variables) {
    FunctionParser functions =
        new FunctionParser(tokens, schema, mistakes, Optional.empty(), variables);
    return new ValueParser(tokens, mistakes, functions, Optional.of(variables));
  }

  /** The uses of {@code count} so far. */
  List<Counting> counted() {
    return functions.counted();
  }

  /** A value of a column. */
  Optional<? extends Source> value(Column column) throws SyntaxException {
    Target target = Target.of(column);
    Token first = tokens.peek();
    if (BytesParser.begins(first)) {
      return BytesParser.parse(tokens, mistakes, column.maxBytes())
          .filter(bytes -> fits(first, bytes, target));
    }
    return number(target).map(Typed::source);
  }

  /** A whole number that is added to a column. */
  Optional<Typed> added(String column) throws SyntaxException {
    return number(new Target("what is added to " + column, Optional.of(ColumnType.LONG), 0));
  }

  /** Reads a value of an unknown column. */
  void anything() throws SyntaxException {
    if (BytesParser.begins(tokens.peek())) {
      BytesParser.parse(tokens, mistakes, 0);
    } else {
      number(Target.ofVariable("unknown"));
    }
  }

  /** A value of a new variable, which keeps it. */
  Optional<Typed> kept(Token name) throws SyntaxException {
    Variables known = variables.orElseThrow();
    if (known.find(name.text()).isPresent()) {
      mistakes.at(name, "this variable has a value already; allowed: another name");
    }
    Token first = tokens.peek();
    if (BytesParser.begins(first)) {
      throw new SyntaxException(
          first, "variables keep numbers and times; write bytes where they are used");
    }
    Optional<Typed> value = number(Target.ofVariable(name.text()));
    if (value.isPresent() && known.isRead(value.get().source())) {
      mistakes.at(first, "what was read is used in statements alone; write it where it is used");
    }
    Variables.Variable variable = known.add(name.text(), value);
    return value.map(
        found ->
            new Typed(new NumberSource.Keeping(found.source(), variable.number()), found.type()));
  }

  private boolean fits(Token place, BytesSource bytes, Target target) {
    if (!target.isBytes()) {
      mistakes.at(place, "these are bytes, but " + target.described());
      return false;
    }
    if (bytes.most() > target.mostBytes()) {
      mistakes.at(
          place,
          bytes.most()
              + " bytes do not fit "
              + target.name()
              + ", which has "
              + target.mostBytes()
              + " at most");
      return false;
    }
    return true;
  }

  private Optional<Typed> number(Target target) throws SyntaxException {
    Token first = tokens.peek();
    Optional<Typed> value =
        switch (first.kind()) {
          case NUMBER -> literal(target);
          case VARIABLE -> variable();
          case NAME -> functions.parse();
          default -> {
            if (first.is("-")) {
              yield tokens.peekSecond().kind() == Kind.VARIABLE ? negated() : literal(target);
            }
            throw new SyntaxException(first, "expected: a value for " + target.name());
          }
        };
    return value.filter(
        found -> {
          Optional<String> flaw = target.flaw(found);
          flaw.ifPresent(text -> mistakes.at(first, text));
          return flaw.isEmpty();
        });
  }

  /** {@code 5}, {@code -1..1}, {@code 0.01..99.99}, {@code 1..1000 zipf 0.9}. */
  private Optional<Typed> literal(Target target) throws SyntaxException {
    Token first = tokens.peek();
    BigDecimal from = signed();
    boolean isRange = tokens.skip("..");
    BigDecimal to = isRange ? signed() : from;
    boolean hundredths = target.isFloat() || from.scale() > 0 || to.scale() > 0;
    if (hundredths && Math.max(from.scale(), to.scale()) > 2) {
      mistakes.at(first, "a float has two decimals at most");
      return Optional.empty();
    }
    long least = Amounts.units(first, from, hundredths);
    long most = Amounts.units(first, to, hundredths);
    ColumnType type = hundredths ? ColumnType.FLOAT : ColumnType.LONG;
    if (!isRange) {
      return Optional.of(new Typed(new NumberSource.Constant(least), type));
    }
    long size = most - least + 1;
    if (least > most || size <= 0) {
      throw new SyntaxException(
          first, "a range goes from the smaller number to the larger one, by less than 2^63");
    }
    Optional<Distribution> ranks = RanksParser.parse(tokens, mistakes, size);
    return ranks.map(
        found ->
            new Typed(
                found instanceof UniformDistribution
                    ? new NumberSource.Uniform(least, most)
                    : new NumberSource.Skewed(least, most, found),
                type));
  }

  private BigDecimal signed() throws SyntaxException {
    boolean negative = tokens.skip("-");
    BigDecimal number = Amounts.number(tokens.take(Kind.NUMBER, "a number"));
    return negative ? number.negate() : number;
  }

  /** {@code -$name}. */
  private Optional<Typed> negated() throws SyntaxException {
    tokens.take();
    return whole(tokens.take()).map(variable -> Typed.whole(variable.negated()));
  }

  /** A variable to compute with; empty, and a mistake, when there is none of whole numbers. */
  private Optional<Variables.Variable> whole(Token name) throws SyntaxException {
    Optional<Variables.Variable> found = used(name);
    if (found.isPresent() && found.get().type() != ColumnType.LONG) {
      String type = found.get().type() == ColumnType.TIME ? "a time" : "a float";
      mistakes.at(name, "this is " + type + "; allowed: a variable of whole numbers");
      return Optional.empty();
    }
    return found;
  }

  private Optional<Variables.Variable> used(Token name) throws SyntaxException {
    if (variables.isEmpty()) {
      throw new SyntaxException(name, "only operations have variables");
    }
    return variables.get().used(name, mistakes);
  }

  /**
   * {@code $name}, {@code $name + 10}, {@code $name - $other}, or its definition {@code $name =
   * any(orders)}.
   */
  private Optional<Typed> variable() throws SyntaxException {
    Token name = tokens.take();
    if (variables.isPresent() && tokens.skip("=")) {
      return kept(name);
    }
    Optional<Variables.Variable> found = used(name);
    boolean minus = tokens.skip("-");
    if (!minus && !tokens.skip("+")) {
      return found.map(variable -> new Typed(variable.plus(0), variable.type()));
    }
    if (tokens.peek().kind() == Kind.VARIABLE) {
      Optional<Variables.Variable> first = found.isPresent() ? whole(name) : found;
      Optional<Variables.Variable> second = whole(tokens.take());
      return first.flatMap(
          one -> second.map(two -> Typed.whole(minus ? one.minus(two) : one.plus(two))));
    }
    ColumnType type = found.map(Variables.Variable::type).orElse(ColumnType.LONG);
    long plus = constant(type, minus);
    return found.map(variable -> new Typed(variable.plus(plus), type));
  }

  /** The constant that is added, in the units of the type. */
  private long constant(ColumnType type, boolean minus) throws SyntaxException {
    Token number = tokens.take(Kind.NUMBER, "what is added");
    long amount =
        switch (type) {
          case TIME -> Amounts.wholeSeconds(number) * 1000;
          case FLOAT -> Amounts.units(number, Amounts.number(number), true);
          default -> Amounts.whole(number);
        };
    return minus ? -amount : amount;
  }
}

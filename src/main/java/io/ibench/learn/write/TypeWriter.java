package io.ibench.learn.write;

import io.ibench.learn.law.Law;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.model.FormValues;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.Loop;
import io.ibench.learn.model.Origin;
import io.ibench.learn.model.Parameter;
import io.ibench.learn.model.Variant;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Literal;
import io.ibench.learn.sql.Slot;
import io.ibench.learn.sql.Slot.Use;
import io.ibench.learn.sql.WrappedText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes one transaction of the script. Not thread-safe. */
final class TypeWriter {

  private static final int MOST_FORMS = 1_000;
  private static final int MOST_LIST = 1_000;
  private static final int LINE = 116;

  /** After {@code INTERVAL 5}. */
  private static final Pattern UNIT =
      Pattern.compile(
          "(?i)\\s*(\\w+_\\w+|(MICRO)?SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)\\b");

  private final LearnedLoad load;
  private final LearnedType learned;
  private final LawBook laws;
  private final Variables variables = new Variables();

  /** What stands in the statement for a parameter. */
  private final String[] written;

  /** The variable with a parameter's value; null where it has none. */
  private final @Nullable String[] variable;

  private final Map<Loop, String> turns = new HashMap<>();
  private final Map<Loop, String> counters = new HashMap<>();
  private final Map<Integer, String> prefixes = new HashMap<>();
  private final Map<Integer, List<String>> before = new HashMap<>();

  /** What a repeat within another one needs when it begins. */
  private final Map<Loop, List<String>> beforeLoops = new HashMap<>();

  private final List<String> top = new ArrayList<>();

  /** Parameters whose values need an answer of the server. */
  private final boolean[] late;

  private final Map<Integer, String> rowCounts = new HashMap<>();
  private final List<WrittenValue> drawn = new ArrayList<>();
  private final Set<String> results = new HashSet<>();
  private String part = "";

  TypeWriter(LearnedLoad load, LearnedType learned, LawBook laws) {
    this.load = load;
    this.learned = learned;
    this.laws = laws;
    int count = learned.parameters().count();
    written = new String[count];
    variable = new String[count];
    late = new boolean[count];
  }

  /** The section of the script. */
  String write(int weight, String comment) {
    variants();
    loops();
    for (int q = 0; q < learned.parameters().count(); q++) {
      parameter(learned.parameters().get(q));
    }
    StringBuilder text = new StringBuilder();
    text.append("--@ transaction ")
        .append(learned.name())
        .append(" weight=")
        .append(weight)
        .append('\n');
    text.append("-- ").append(comment).append('\n');
    top.forEach(line -> text.append(line).append('\n'));
    body(text);
    return text.toString();
  }

  private Form form(int place) {
    return load.forms().get(learned.type().form(place));
  }

  private Slot slot(Parameter parameter) {
    return form(parameter.place()).slots().get(parameter.slot());
  }

  private boolean isInLoop(int place) {
    return learned.loops().stream().anyMatch(loop -> loop.contains(place));
  }

  private void loops() {
    for (Loop loop : learned.loops()) {
      counters.put(loop, variables.name("turn", "turn"));
      boolean said =
          learned.origins().stream()
              .anyMatch(each -> each instanceof Origin.Turns turns && turns.loop().equals(loop));
      if (!said) {
        ValueSketch counts = LoopCounts.of(learned, loop);
        Law law = LawBook.counts(counts);
        if (isNumber(law.expression())) {
          turns.put(loop, law.expression());
        } else {
          String name = variables.name("turns", "turns");
          List<String> into = isNested(loop) ? beforeLoop(loop) : top;
          set(into, name, "greatest(1, " + law.expression() + ")", law);
          turns.put(loop, ":" + name);
        }
      }
    }
  }

  private boolean isNested(Loop loop) {
    return learned.loops().stream().anyMatch(each -> !each.equals(loop) && each.contains(loop));
  }

  private List<String> beforeLoop(Loop loop) {
    return beforeLoops.computeIfAbsent(loop, any -> new ArrayList<>());
  }

  static boolean isNumber(String expression) {
    return expression.matches("-?\\d+");
  }

  private List<String> at(int place) {
    return before.computeIfAbsent(place, any -> new ArrayList<>());
  }

  /** Where a value is drawn that needs no answer: before the transaction, or in its repeat. */
  private List<String> earliest(int place) {
    return isInLoop(place) ? at(place) : top;
  }

  /** Takes a variable for a parameter. */
  private void assign(Parameter q, String name) {
    variable[q.index()] = name;
    written[q.index()] = ":" + name;
  }

  private void parameter(Parameter q) {
    Origin origin = learned.origins().get(q.index());
    Slot slot = slot(q);
    if (origin instanceof Origin.Constant constant
        && (slot.text() != null || onlyText(q).isEmpty())) {
      written[q.index()] = constant(q, slot, constant);
    } else if (!onlyText(q).isEmpty()) {
      written[q.index()] = onlyText(q);
    } else if (slot.use() == Use.NAME) {
      name(q, slot, origin);
    } else if (slot.use() == Use.IN || slot.inRows() && hasSeveralRows(q)) {
      list(q, slot, origin);
    } else {
      value(q, slot, origin);
    }
  }

  /** What stands where a server takes no variable; empty where it takes one. */
  private String onlyText(Parameter q) {
    List<Form.Piece> pieces = form(q.place()).pieces();
    for (int i = 1; i < pieces.size(); i++) {
      if (pieces.get(i).slot() == q.slot()) {
        String before = pieces.get(i - 1).text().stripTrailing();
        String behind = i + 1 < pieces.size() ? pieces.get(i + 1).text() : "";
        return onlyText(before.substring(before.lastIndexOf(' ') + 1), behind);
      }
    }
    return "";
  }

  private static String onlyText(String word, String behind) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "SEPARATOR" -> "','";
      case "AS" -> "'name'";
      case "INTERVAL" -> UNIT.matcher(behind).lookingAt() ? "" : "'1 day'";
      default -> "";
    };
  }

  private boolean hasSeveralRows(Parameter q) {
    FormValues values = load.values().get(form(q.place()).id());
    return values != null && values.longest(q.slot()) > 1;
  }

  private String constant(Parameter q, Slot slot, Origin.Constant constant) {
    int form = form(q.place()).id();
    return switch (constant.kind()) {
      case Literal.NULL -> "NULL";
      case Literal.INTEGER ->
          laws.isQuoted(form, q.slot())
              ? "'" + constant.bits() + "'"
              : Long.toString(constant.bits());
      case Literal.DECIMAL -> decimal(Double.longBitsToDouble(constant.bits()));
      case Literal.BOOLEAN -> constant.bits() != 0 ? "TRUE" : "FALSE";
      case Literal.TEXT -> {
        if (slot.text() != null && slot.textBits() == constant.bits()) {
          yield "'" + slot.text() + "'";
        }
        String expression = laws.law(form, q.slot()).expression();
        yield expression.matches("'[^']*'") ? expression : draw(q, slot);
      }
      default -> draw(q, slot);
    };
  }

  private static String decimal(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }

  private String draw(Parameter q, Slot slot) {
    Optional<String> sequence = laws.sequence(form(q.place()), slot);
    if (sequence.isPresent()) {
      String next = variables.name(slot.column(), "value");
      set(earliest(q.place()), next, sequence.get(), "counts up over all transactions");
      variable[q.index()] = next;
      return ":" + next;
    }
    Law law = laws.law(form(q.place()).id(), q.slot());
    String name = variables.name(slot.column(), "value");
    set(earliest(q.place()), name, law.expression(), law);
    variable[q.index()] = name;
    return ":" + name;
  }

  /** What was written of each value that is drawn or guessed. */
  List<WrittenValue> values() {
    return drawn;
  }

  private void set(List<String> into, String name, String expression, Law law) {
    drawn.add(new WrittenValue(name, law, ""));
    set(into, name, expression, law.words());
  }

  private void set(List<String> into, String name, String expression, String words) {
    into.add("-- " + name + ": " + words);
    into.add("\\set " + name + " " + expression);
  }

  private void value(Parameter q, Slot slot, Origin origin) {
    if (origin instanceof Origin.Equal equal && variable[equal.source().index()] != null) {
      equal(q, slot, equal);
    } else if (origin instanceof Origin.Counter counter) {
      counter(q, slot, counter);
    } else if (origin instanceof Origin.Turns count) {
      String text = draw(q, slot);
      turns.put(count.loop(), text);
      written[q.index()] = text;
    } else if (origin instanceof Origin.Now now) {
      String name = variables.name(slot.column(), "now");
      set(earliest(q.place()), name, now(now), "the time of day");
      assign(q, name);
    } else if (origin instanceof Origin.Result result && isUsable(result)) {
      result(q, result);
    } else {
      written[q.index()] = draw(q, slot);
    }
  }

  private static String now(Origin.Now now) {
    if (now.unitMicros() == 0) {
      return "timestamp(0)";
    }
    return now.unitMicros() == 1_000 ? "epoch_ms()" : "epoch_ms() / 1000";
  }

  private void equal(Parameter q, Slot slot, Origin.Equal equal) {
    String source = variable[equal.source().index()];
    late[q.index()] = late[equal.source().index()];
    if (equal.plus() == 0 && equal.share() == 1) {
      assign(q, source);
      return;
    }
    String sum =
        equal.plus() == 0
            ? ":" + source
            : ":" + source + (equal.plus() > 0 ? " + " : " - ") + Math.abs(equal.plus());
    String name = variables.name(slot.column(), "value");
    boolean early = !late[q.index()] && !isInLoop(q.place());
    List<String> into = early ? top : at(q.place());
    if (equal.share() == 1) {
      into.add("\\set " + name + " " + sum);
    } else {
      Law law = laws.law(form(q.place()).id(), q.slot());
      drawn.add(
          new WrittenValue(
              name,
              law,
              String.format(Locale.ROOT, "in %.1f %% as :%s", 100 * equal.share(), source)));
      set(
          into,
          name,
          String.format(
              Locale.ROOT,
              "CASE WHEN random(1, 1000) <= %d THEN %s ELSE %s END",
              Math.round(1000 * equal.share()),
              sum,
              law.expression()),
          String.format(
              Locale.ROOT, "in %.1f %% as :%s, else %s", 100 * equal.share(), source, law.words()));
    }
    assign(q, name);
  }

  private void counter(Parameter q, Slot slot, Origin.Counter counter) {
    String turn = ":" + counters.get(counter.loop());
    String expression = expression(counter, turn);
    if (expression.equals(turn)) {
      assign(q, turn.substring(1));
      return;
    }
    String name = variables.name(slot.column(), "count");
    at(q.place()).add("\\set " + name + " " + expression);
    assign(q, name);
  }

  private static String expression(Origin.Counter counter, String turn) {
    long rest = counter.first() - counter.step();
    String product = counter.step() == 1 ? turn : counter.step() + " * " + turn;
    return rest == 0 ? product : product + (rest > 0 ? " + " : " - ") + Math.abs(rest);
  }

  /** Whether the column has a name that can be one of a variable. */
  private boolean isUsable(Origin.Result result) {
    return form(result.place()).results().get(result.result()).name().matches("[A-Za-z_]\\w*");
  }

  private void result(Parameter q, Origin.Result result) {
    String column = form(result.place()).results().get(result.result()).name();
    String prefix =
        prefixes.computeIfAbsent(
            result.place(), place -> variables.prefix("from" + (place + 1) + "_"));
    String name = prefix + column;
    Law law = laws.law(form(q.place()).id(), q.slot());
    List<String> into = earliest(result.place());
    if (results.add(name)) {
      boolean sure = result.match() == Origin.Match.SAME_COLUMN;
      String statement = " of statement " + (result.place() + 1);
      String guess = "guess: " + column + statement;
      drawn.add(new WrittenValue(name, law, sure ? "the column" + statement : guess));
      set(
          into,
          name,
          law.expression(),
          (sure ? column + statement : guess) + "; without a row " + law.words());
    }
    assign(q, name);
    late[q.index()] = true;
  }

  private void name(Parameter q, Slot slot, Origin origin) {
    if (origin instanceof Origin.Equal equal
        && equal.plus() == 0
        && equal.share() == 1
        && slot(equal.source()).use() == Use.NAME
        && variable[equal.source().index()] != null) {
      variable[q.index()] = variable[equal.source().index()];
      written[q.index()] = "{" + variable[q.index()] + "}";
      return;
    }
    int form = form(q.place()).id();
    FormValues values = load.values().get(form);
    long least = values == null ? 1 : values.least(q.slot());
    long most = values == null ? 1 : values.most(q.slot());
    if (most - least >= MOST_FORMS) {
      written[q.index()] = Long.toString(most);
      return;
    }
    String name = variables.name(slot.stem(), "table");
    List<String> into = earliest(q.place());
    String expression = following(origin);
    if (expression.isEmpty()) {
      Law law = laws.numbers(form, q.slot(), least, most);
      expression = law.expression();
      into.add("-- " + name + ": " + law.words());
    } else {
      expression = "least(" + most + ", greatest(" + least + ", " + expression + "))";
    }
    into.add("\\choose " + name + " " + least + " " + most + " " + expression);
    variable[q.index()] = name;
    written[q.index()] = "{" + name + "}";
  }

  /** The number of a name that follows another value; empty if it is drawn. */
  private String following(Origin origin) {
    if (origin instanceof Origin.Counter counter) {
      return expression(counter, ":" + counters.get(counter.loop()));
    }
    boolean follows =
        origin instanceof Origin.Equal equal
            && equal.share() == 1
            && variable[equal.source().index()] != null;
    if (!follows) {
      return "";
    }
    Origin.Equal equal = (Origin.Equal) origin;
    return ":" + variable[equal.source().index()] + (equal.plus() == 0 ? "" : " + " + equal.plus());
  }

  private void list(Parameter q, Slot slot, Origin origin) {
    int form = form(q.place()).id();
    FormValues values = load.values().get(form);
    int longest = values == null ? 1 : Math.min(MOST_LIST, values.longest(q.slot()));
    List<String> into = earliest(q.place());
    String name = variables.name(slot.column(), "list");
    String count;
    if (slot.inRows() && rowCounts.containsKey(q.place())) {
      count = rowCounts.get(q.place());
    } else {
      Law law = laws.lengths(form, q.slot());
      count = law.expression();
      if (!isNumber(count)) {
        String counter = variables.name(slot.inRows() ? "rows" : name + "_count", "count");
        drawn.add(new WrittenValue(counter, law, ""));
        set(
            into,
            counter,
            "least(" + longest + ", greatest(1, " + count + "))",
            (slot.inRows() ? "rows: " : "values: ") + law.words());
        count = ":" + counter;
      }
      if (slot.inRows()) {
        rowCounts.put(q.place(), count);
      }
    }
    if (slot.inRows()
        && origin instanceof Origin.Equal equal
        && equal.plus() == 0
        && variable[equal.source().index()] != null) {
      written[q.index()] = ":" + variable[equal.source().index()];
      return;
    }
    Law law = laws.law(form, q.slot());
    drawn.add(new WrittenValue(name, law, ""));
    into.add("-- " + name + ": " + law.words());
    into.add("\\list " + name + " " + count + " " + longest + " " + law.expression());
    written[q.index()] = ":" + name;
  }

  private void body(StringBuilder text) {
    boolean explicit = learned.type().isExplicit();
    if (explicit) {
      text.append("BEGIN;\n");
    }
    String open = "";
    for (int place = 0; place < learned.type().places(); place++) {
      String condition = condition(place);
      boolean sets = !isInLoop(place) && before.containsKey(place);
      if (!open.isEmpty() && (sets || !condition.equals(open))) {
        text.append("\\endif\n");
        open = "";
      }
      if (!isInLoop(place)) {
        before.getOrDefault(place, List.of()).forEach(line -> text.append(line).append('\n'));
      }
      if (open.isEmpty() && !condition.isEmpty()) {
        text.append("\\if ").append(condition).append('\n');
        open = condition;
      }
      for (Loop loop : learned.loops()) {
        if (loop.begin() == place) {
          beforeLoop(loop).forEach(line -> text.append(line).append('\n'));
          text.append("\\repeat ")
              .append(turns.getOrDefault(loop, "1"))
              .append(" as ")
              .append(counters.get(loop))
              .append('\n');
        }
      }
      if (isInLoop(place)) {
        before.getOrDefault(place, List.of()).forEach(line -> text.append(line).append('\n'));
      }
      statement(text, place);
      for (int i = learned.loops().size() - 1; i >= 0; i--) {
        if (learned.loops().get(i).end() == place + 1) {
          text.append("\\endrepeat\n");
        }
      }
    }
    if (!open.isEmpty()) {
      text.append("\\endif\n");
    }
    if (explicit) {
      end(text);
    }
  }

  /** When a statement is executed; empty: always. */
  private String condition(int place) {
    List<String> without = new ArrayList<>();
    List<Variant> variants = learned.type().variants();
    for (int i = 0; i < variants.size(); i++) {
      if (variants.get(i).missing().contains(place)) {
        without.add(":" + part + " <> " + (i + 1));
      }
    }
    return String.join(" and ", without);
  }

  /** Draws which statements a transaction has, if not all have all. */
  private void variants() {
    List<Variant> variants = learned.type().variants();
    if (variants.isEmpty()) {
      return;
    }
    part = variables.name("part", "part");
    long all = learned.type().count();
    long rest = all - variants.stream().mapToLong(Variant::count).sum();
    StringBuilder list = new StringBuilder("random_list(0, " + perMille(rest, all));
    for (int i = 0; i < variants.size(); i++) {
      list.append(", ").append(i + 1).append(", ").append(perMille(variants.get(i).count(), all));
    }
    top.add("-- " + part + ": 0 has all statements, each other number leaves some out");
    top.add("\\set " + part + " " + list + ")");
  }

  private static long perMille(long count, long all) {
    return Math.max(1, Math.round(10_000.0 * count / all));
  }

  private void statement(StringBuilder text, int place) {
    IntFunction<String> values = slot -> written[learned.parameters().at(place, slot).index()];
    if (form(place).isCompound()) {
      // A script has no compound statements: their parts travel one by one, and COMMIT at the end.
      form(place).compoundParts(values).stream()
          .filter(each -> !each.equalsIgnoreCase("COMMIT"))
          .forEach(each -> text.append(WrappedText.of(each, LINE)).append(";\n"));
      return;
    }
    String statement = form(place).text(values);
    String prefix = prefixes.get(place);
    text.append(WrappedText.of(statement, LINE))
        .append(prefix == null ? ";\n" : " \\aset " + prefix + "\n");
  }

  private void end(StringBuilder text) {
    long rolledBack = learned.type().rolledBack();
    double share = (double) rolledBack / learned.type().count();
    if (share < 0.0005) {
      text.append("COMMIT;\n");
    } else if (share > 0.9995) {
      text.append("ROLLBACK;\n");
    } else {
      text.append(
          String.format(
              Locale.ROOT,
              "\\if random(1, 1000) <= %d\nROLLBACK;\n\\else\nCOMMIT;\n\\endif\n",
              Math.max(1, Math.round(1000 * share))));
    }
  }
}

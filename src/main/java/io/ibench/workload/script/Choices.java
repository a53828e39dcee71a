package io.ibench.workload.script;

import io.ibench.workload.script.Item.Meta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles the numbers in the texts of a section's statements. Not thread-safe. */
final class Choices {

  private final List<Instruction> code;
  private final Mistakes mistakes;
  private final Scope scope;
  private final Map<String, StatementCode.Choice> choices = new HashMap<>();

  /** What a command needs of its section. */
  interface Scope {

    /** Records the mistake in an expression that cannot be read. */
    Optional<Node> expression(Meta meta, String text);

    Program program(Node node);

    /** Records a name that no variable can have. */
    boolean isName(Meta meta, String name);

    boolean isTextual(Node node);

    /** The slot of a variable, which gets a value here. */
    int assign(String name);
  }

  /**
   * @param code that instructions are added to
   */
  Choices(List<Instruction> code, Mistakes mistakes, Scope scope) {
    this.code = code;
    this.mistakes = mistakes;
    this.scope = scope;
  }

  /** The numbers that a name may be. */
  Optional<StatementCode.Choice> find(String name) {
    return Optional.ofNullable(choices.get(name));
  }

  /** Compiles {@code \choose NAME LOW HIGH [EXPRESSION]}. */
  void choose(Meta meta) {
    String[] words = meta.arguments().split("\\s+", 4);
    if (words.length < 3) {
      mistakes.add(meta.place(), "\\choose needs a name and two numbers, as in \\choose t 1 8");
      return;
    }
    if (!scope.isName(meta, words[0])) {
      return;
    }
    Optional<Long> low = scope.expression(meta, words[1]).flatMap(node -> number(meta, node));
    Optional<Long> high = scope.expression(meta, words[2]).flatMap(node -> number(meta, node));
    Optional<Node> value = words.length < 4 ? Optional.empty() : scope.expression(meta, words[3]);
    int slot = scope.assign(words[0]);
    choices.put(words[0], new StatementCode.Choice(slot, 1, 1));
    if (low.isEmpty() || high.isEmpty()) {
      return;
    }
    long count = high.get() - low.get() + 1;
    if (count < 1 || count > StatementCode.MOST_FORMS) {
      mistakes.add(
          meta.place(),
          "\\choose has " + count + " numbers; allowed: 1 to " + StatementCode.MOST_FORMS);
      return;
    }
    choices.put(words[0], new StatementCode.Choice(slot, low.get(), high.get()));
    value.ifPresent(node -> requireInside(meta, node, low.get(), high.get()));
    code.add(
        Instruction.choose(
            meta.place(), slot, low.get(), high.get(), value.map(scope::program).orElse(null)));
  }

  private Optional<Long> number(Meta meta, Node node) {
    if (node instanceof Node.Constant constant && constant.value().kind() == Value.INTEGER) {
      return Optional.of(constant.value().bits());
    }
    mistakes.add(
        meta.place(), "\\" + meta.command() + " needs whole numbers that are known before the run");
    return Optional.empty();
  }

  private void requireInside(Meta meta, Node node, long low, long high) {
    if (scope.isTextual(node)) {
      mistakes.add(meta.place(), "\\choose takes a whole number, and has a text");
    } else if (node instanceof Node.Constant constant
        && constant.value().kind() == Value.INTEGER
        && (constant.value().bits() < low || constant.value().bits() > high)) {
      mistakes.add(meta.place(), outside(constant.value().bits(), low, high));
    }
  }

  /** Why no statement can have the number. */
  static String outside(long number, long low, long high) {
    return "\\choose has the number " + number + "; allowed: " + low + " to " + high;
  }
}

package io.ibench.workload.script;

import io.ibench.workload.script.Item.Meta;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiles the {@code \if}s and {@code \repeat}s of a section. Not thread-safe. */
final class Blocks {

  /** The turns of a loop whose count is not known before the run. */
  static final long UNKNOWN = -1;

  /** The most turns of a loop; more are a mistake of the script. */
  static final long MOST_TURNS = 1_000_000;

  private static final Pattern REPEAT =
      Pattern.compile("(?is)(.*?)(?:(?:^|\\s+)as(?:\\s+(\\S*))?)?");

  /** What a command needs of its section. */
  interface Scope {

    /** Records the mistake in a condition that cannot be read. */
    Optional<Node> condition(Meta meta);

    /** Records the mistake in an expression that cannot be read. */
    Optional<Node> expression(Meta meta, String text);

    Program program(Node node);

    /** Records a name that no variable can have. */
    boolean isName(Meta meta, String name);

    /** The slot of a variable, which gets a value here. */
    int assign(String name);

    /** A slot for a number that no statement and no expression reads. */
    int hidden();
  }

  /** A block that has not ended. */
  private static final class Block {
    final Meta begin;
    final boolean isLoop;

    /** The instructions that go on behind an \if. */
    final List<Integer> ends = new ArrayList<>();

    boolean otherwise;
    int condition = -1;
    int start;
    long turns = UNKNOWN;

    Block(Meta begin, boolean isLoop) {
      this.begin = begin;
      this.isLoop = isLoop;
    }

    String title() {
      return "\\" + begin.command();
    }

    int line() {
      return begin.place().line();
    }
  }

  private final List<Instruction> code;
  private final Paths paths;
  private final Mistakes mistakes;
  private final Scope scope;
  private final Deque<Block> open = new ArrayDeque<>();

  /**
   * @param code that instructions are added to
   */
  Blocks(List<Instruction> code, Paths paths, Mistakes mistakes, Scope scope) {
    this.code = code;
    this.paths = paths;
    this.mistakes = mistakes;
    this.scope = scope;
  }

  /**
   * How often a statement that follows is executed in one execution of the section, if no {@code
   * \if} keeps it from it.
   */
  long turns() {
    long turns = 1;
    for (Block block : open) {
      if (block.isLoop) {
        boolean unknown = block.turns == UNKNOWN || turns == UNKNOWN;
        turns = unknown || turns > Long.MAX_VALUE / MOST_TURNS ? UNKNOWN : turns * block.turns;
      }
    }
    return turns;
  }

  /** Records the blocks that do not end. */
  void close() {
    for (Block block : open) {
      mistakes.add(
          block.begin.place(),
          "the "
              + block.title()
              + " that begins here has no "
              + (block.isLoop ? "\\endrepeat" : "\\endif"));
    }
  }

  /** Compiles {@code \if}, {@code \elif}, {@code \else} or {@code \endif}. */
  void branch(Meta meta) {
    if (meta.command().equals("if")) {
      Block begun = new Block(meta, false);
      open.push(begun);
      paths.fork();
      condition(meta, begun);
      return;
    }
    Optional<Block> found = innermost(meta, false);
    if (found.isEmpty()) {
      return;
    }
    Block block = found.get();
    if (block.otherwise && !meta.command().equals("endif")) {
      mistakes.add(
          meta.place(),
          "\\" + meta.command() + " comes after the \\else of the \\if in line " + block.line());
      return;
    }
    endOfBranch(meta, block);
    switch (meta.command()) {
      case "elif" -> {
        paths.otherwise();
        condition(meta, block);
      }
      case "else" -> {
        block.otherwise = true;
        paths.otherwise();
      }
      default -> {
        block.ends.forEach(end -> code.set(end, code.get(end).to(code.size())));
        paths.join();
        open.pop();
      }
    }
  }

  /** The innermost block, if the command belongs to it. */
  private Optional<Block> innermost(Meta meta, boolean isLoop) {
    Block block = open.peek();
    if (block != null && block.isLoop == isLoop) {
      return Optional.of(block);
    }
    String inside =
        block == null
            ? " before it"
            : " in the " + block.title() + " of line " + block.line() + ", which has not ended";
    mistakes.add(
        meta.place(), "\\" + meta.command() + " has no " + (isLoop ? "\\repeat" : "\\if") + inside);
    return Optional.empty();
  }

  private void condition(Meta meta, Block block) {
    Node node = scope.condition(meta).orElse(new Node.Constant(Value.of(true)));
    paths.branch(node);
    block.condition = code.size();
    code.add(Instruction.unless(meta.place(), scope.program(node)));
  }

  private void endOfBranch(Meta meta, Block block) {
    block.ends.add(code.size());
    code.add(Instruction.jump(meta.place()));
    if (block.condition >= 0) {
      code.set(block.condition, code.get(block.condition).to(code.size()));
      block.condition = -1;
    }
  }

  /**
   * Compiles {@code \repeat}.
   *
   * @param changed whether a turn may set the variable of a slot
   */
  void repeat(Meta meta, IntPredicate changed) {
    Matcher words = REPEAT.matcher(meta.arguments());
    boolean matches = words.matches();
    Optional<Node> count = scope.expression(meta, matches ? words.group(1) : "");
    Block begun = new Block(meta, true);
    count.ifPresent(node -> begun.turns = turns(meta, node));
    paths.beginLoop(changed);
    int name = -1;
    if (!words.group(0).equals(words.group(1))) {
      String given = words.group(2) == null ? "" : words.group(2);
      name = scope.isName(meta, given) ? scope.assign(given) : -1;
    }
    int index = scope.hidden();
    int limit = scope.hidden();
    code.add(
        Instruction.repeat(
            meta.place(),
            scope.program(count.orElse(new Node.Constant(Value.of(1)))),
            name,
            index,
            limit));
    begun.start = code.size();
    open.push(begun);
  }

  private long turns(Meta meta, Node count) {
    if (!(count instanceof Node.Constant constant)) {
      return UNKNOWN;
    }
    Value value = constant.value();
    if (value.kind() != Value.INTEGER) {
      mistakes.add(
          meta.place(), "\\repeat takes a whole number, not a " + Value.name(value.kind()));
      return UNKNOWN;
    }
    if (value.bits() > MOST_TURNS) {
      mistakes.add(meta.place(), tooMany(value.bits()));
      return UNKNOWN;
    }
    return Math.max(0, value.bits());
  }

  /** Why a loop does not begin. */
  static String tooMany(long turns) {
    return "\\repeat has " + turns + " turns; allowed: at most " + MOST_TURNS;
  }

  /** Compiles {@code \endrepeat}. */
  void endRepeat(Meta meta) {
    Optional<Block> found = innermost(meta, true);
    if (found.isEmpty()) {
      return;
    }
    Block block = open.pop();
    int first = block.start - 1;
    code.set(first, code.get(first).to(code.size() + 1));
    code.add(Instruction.next(meta.place(), code.get(first), block.start));
    paths
        .leftOpen()
        .ifPresent(
            place ->
                mistakes.add(
                    meta.place(),
                    "the transaction of line "
                        + place.line()
                        + " is open when this turn of the \\repeat ends, and was not when it began;"
                        + " COMMIT before"));
    paths
        .leftClosed()
        .ifPresent(
            place ->
                mistakes.add(
                    meta.place(),
                    "the transaction of line "
                        + place.line()
                        + " ends in the \\repeat, and the next turn would go on without it; BEGIN"
                        + " inside"));
    paths.endLoop(block.turns >= 1);
  }
}

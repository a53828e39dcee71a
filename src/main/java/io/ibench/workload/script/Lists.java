package io.ibench.workload.script;

import io.ibench.config.Suggestion;
import io.ibench.workload.script.Item.Meta;
import io.ibench.workload.script.Item.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles the lists of a section. Not thread-safe. */
final class Lists {

  /** The most values of a list. */
  static final int MOST = 1000;

  /**
   * A list.
   *
   * @param place where it is declared first
   * @param inStatements whether a statement may have it: each length is a form
   */
  record Declared(Place place, int number, String name, int most, boolean inStatements) {}

  /** What a command needs of its section. */
  interface Scope {

    /** A count, a number and an expression; records the mistake in one that cannot be read. */
    Optional<List<Node>> listOf(Meta meta, String text);

    /** Records the mistake in an expression that cannot be read. */
    Optional<Node> expression(Meta meta, String text);

    Program program(Node node);

    /** Records a name that no variable can have. */
    boolean isName(Meta meta, String name);

    /** A slot for a number that no statement and no expression reads. */
    int hidden();

    /** Where a variable of this name is set; empty if there is none. */
    Optional<Place> variable(String name);

    /** The names of a statement's columns, if its text says them. */
    Optional<List<String>> columns(Statement statement);
  }

  private final List<Instruction> code;
  private final Paths paths;
  private final Mistakes mistakes;
  private final Scope scope;
  private final Map<String, Declared> declared = new LinkedHashMap<>();

  /**
   * @param code that instructions are added to
   */
  Lists(List<Instruction> code, Paths paths, Mistakes mistakes, Scope scope) {
    this.code = code;
    this.paths = paths;
    this.mistakes = mistakes;
    this.scope = scope;
  }

  /** The most values of each list, by its number. */
  List<Integer> most() {
    return declared.values().stream().map(Declared::most).toList();
  }

  /** The list of this name; empty for a name that a variable has, too, which is a mistake. */
  Optional<Declared> find(String name) {
    return Optional.ofNullable(declared.get(name)).filter(any -> scope.variable(name).isEmpty());
  }

  /** The list of a name that an expression gives to a function. */
  Declared require(String name) throws SyntaxException {
    Declared list = declared.get(name);
    if (list == null) {
      throw new SyntaxException(
          "has "
              + name
              + ", which is no list; "
              + Suggestion.question(name, declared.keySet()).map(near -> near + " ").orElse("")
              + "allowed: those of \\list or \\alist before this line"
              + (declared.isEmpty() ? "" : ": " + String.join(", ", declared.keySet())));
    }
    if (!paths.isAssigned(name)) {
      throw new SyntaxException(notAlways(list));
    }
    return list;
  }

  /** The list of a name in a statement's text. Records a list that it cannot have. */
  ListText.Named inStatement(Declared list, Place place) {
    if (!paths.isAssigned(list.name())) {
      mistakes.add(place, notAlways(list));
    } else if (!list.inStatements()) {
      mistakes.add(
          place,
          "has the list "
              + list.name()
              + ", and each length of it would be a statement; allowed: the most rows, such as"
              + " \\alist 20, in line "
              + list.place().line());
    }
    return new ListText.Named(list.number(), list.name(), list.most());
  }

  private static String notAlways(Declared list) {
    return "the list "
        + list.name()
        + " is not set in every case before this line; it is set in line "
        + list.place().line();
  }

  /** Compiles {@code \list NAME COUNT MAX EXPRESSION}. */
  void list(Meta meta) {
    String[] words = meta.arguments().split("\\s+", 2);
    if (!scope.isName(meta, words[0])) {
      return;
    }
    // Its expression may read what is in the list so far.
    Optional<Declared> before = Optional.ofNullable(declared.get(words[0]));
    Declared first = before.orElseGet(() -> declare(meta, words[0], MOST, true));
    paths.assign(words[0], -1);
    Optional<List<Node>> parts = scope.listOf(meta, words.length < 2 ? "" : words[1]);
    int most = parts.flatMap(nodes -> most(meta, nodes.get(1))).orElse(first.most());
    Declared list;
    if (before.isPresent()) {
      list = declare(meta, words[0], most, true);
    } else {
      list = new Declared(meta.place(), first.number(), words[0], most, true);
      declared.put(words[0], list);
    }
    if (parts.isEmpty()) {
      return;
    }
    Node count = parts.get().get(0);
    if (count instanceof Node.Constant constant && constant.value().kind() == Value.INTEGER) {
      long known = constant.value().bits();
      if (known < 1 || known > most) {
        mistakes.add(meta.place(), "\\list has " + known + " values; allowed: 1 to " + most);
      }
    }
    int slot = scope.hidden();
    code.add(
        Instruction.list(meta.place(), scope.program(count), list.number(), slot, list.most()));
    code.add(
        Instruction.fill(meta.place(), scope.program(parts.get().get(2)), list.number(), slot));
  }

  private Optional<Integer> most(Meta meta, Node node) {
    if (node instanceof Node.Constant constant
        && constant.value().kind() == Value.INTEGER
        && constant.value().bits() >= 1
        && constant.value().bits() <= MOST) {
      return Optional.of((int) constant.value().bits());
    }
    mistakes.add(
        meta.place(),
        "\\"
            + meta.command()
            + " needs the most values that it may have; allowed: a whole number from 1 to "
            + MOST
            + " that is known before the run");
    return Optional.empty();
  }

  private Declared declare(Meta meta, String name, int most, boolean inStatements) {
    Optional<Place> variable = scope.variable(name);
    if (variable.isPresent()) {
      mistakes.add(
          meta.place(),
          "the list "
              + name
              + " has the name of a variable, which is set in line "
              + variable.get().line()
              + "; allowed: another name");
    }
    Declared before = declared.get(name);
    if (before != null && (before.most() != most || before.inStatements() != inStatements)) {
      mistakes.add(
          meta.place(),
          "the list "
              + name
              + " has other most values than in line "
              + before.place().line()
              + "; allowed: "
              + before.most());
    }
    Declared list =
        declared.computeIfAbsent(
            name, any -> new Declared(meta.place(), declared.size(), name, most, inStatements));
    paths.assign(name, -1);
    return list;
  }

  /**
   * Compiles {@code \alist [PREFIX] [MAX]}.
   *
   * @return what is done with the rows; empty after a mistake
   */
  Optional<StatementCode.Store> store(Meta meta, Statement statement, boolean lowerCaseNames) {
    List<String> words = new ArrayList<>(List.of(meta.arguments().split("\\s+")));
    String prefix = words.get(0).matches("[A-Za-z_]\\w*") ? words.remove(0) : "";
    words.removeIf(String::isEmpty);
    if (words.size() > 1) {
      mistakes.add(meta.place(), "\\alist takes a prefix and the most rows, as in \\alist a_ 20");
      return Optional.empty();
    }
    Optional<Integer> most =
        words.isEmpty()
            ? Optional.of(MOST)
            : scope.expression(meta, words.get(0)).flatMap(node -> most(meta, node));
    Optional<List<String>> columns = scope.columns(statement);
    if (columns.isEmpty()) {
      mistakes.add(
          meta.place(),
          "\\alist needs the names of the columns in the statement's text; allowed: SELECT a, b +"
              + " 1 AS c FROM ..., without * and without WITH");
      return Optional.empty();
    }
    List<Integer> lists = new ArrayList<>();
    for (String column : columns.get()) {
      lists.add(declare(meta, prefix + column, most.orElse(MOST), !words.isEmpty()).number());
    }
    return Optional.of(
        new StatementCode.Store(
            meta.place(), prefix, false, lowerCaseNames, lists, most.orElse(MOST)));
  }
}

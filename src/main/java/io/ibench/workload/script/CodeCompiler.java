package io.ibench.workload.script;

import io.ibench.config.Suggestion;
import io.ibench.db.Native;
import io.ibench.db.NativeLanguage;
import io.ibench.workload.script.Item.Meta;
import io.ibench.workload.script.Item.Piece;
import io.ibench.workload.script.Item.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles a section, and records all mistakes in it. Not thread-safe. */
final class CodeCompiler {

  private static final Set<String> COMMANDS =
      new LinkedHashSet<>(
          List.of(
              "set",
              "gset",
              "aset",
              "if",
              "elif",
              "else",
              "endif",
              "sleep",
              "choose",
              "repeat",
              "endrepeat",
              "list",
              "alist"));

  private static final Map<String, String> REFUSED =
      Map.of(
          ";", "JDBC sends each statement by itself; end it with ; alone",
          "shell", "would measure the program that it starts",
          "setshell", "would measure the program that it starts",
          "startpipeline", "JDBC has no pipelines",
          "syncpipeline", "JDBC has no pipelines",
          "endpipeline", "JDBC has no pipelines",
          "include", "a script is one file; name all files in script.files");

  private static final Pattern SLEEP =
      Pattern.compile("(?i)([+-]?\\d+(?=\\s|\\D|$)|:[A-Za-z_]\\w*(?=\\s|$))\\s*(us|ms|s)?");

  private static final long MOST_SLEEP_SECONDS = 60;

  private final ScriptVariables variables;
  private final NativeLanguage language;
  private final long seed;
  private final Mistakes mistakes;
  private final SequenceNames sequences;
  private final Section section;
  private final Map<String, Integer> slots = new LinkedHashMap<>();
  private final Map<Integer, Value> presets = new HashMap<>();
  private final Map<String, Integer> given = new HashMap<>();
  private final SetNames set;
  private final Map<String, Place> setAnywhere;
  private final Choices choices;
  private final Lists lists;
  private final Set<String> missing = new HashSet<>();
  private final List<Instruction> code = new ArrayList<>();
  private final List<StatementCode> statements = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();
  private final Paths paths = new Paths();
  private final Blocks blocks;
  private final Set<Integer> texts = new HashSet<>();

  /** The names of a statement's columns, where its text says them. */
  private final Map<Integer, List<String>> columns = new HashMap<>();

  private final List<Code.Need> needs = new ArrayList<>();
  private int depth = 1;
  private int sites;

  CodeCompiler(
      Section section,
      ScriptVariables variables,
      NativeLanguage language,
      long seed,
      Mistakes mistakes,
      SequenceNames sequences) {
    this.section = section;
    this.variables = variables;
    this.language = language;
    this.seed = seed;
    this.mistakes = mistakes;
    this.sequences = sequences;
    this.set = new SetNames(section, language);
    this.setAnywhere = set.anywhere();
    this.blocks = new Blocks(code, paths, mistakes, new Commands());
    this.choices = new Choices(code, mistakes, new Commands());
    this.lists = new Lists(code, paths, mistakes, new Commands());
  }

  /**
   * Compiles the section.
   *
   * @param names that a worker sets before it begins
   */
  Code compile(List<String> names) {
    for (String name : names) {
      given.put(name, slot(name));
      paths.assign(name, slot(name));
    }
    for (int i = 0; i < section.items().size(); i++) {
      Item item = section.items().get(i);
      if (item instanceof Meta meta) {
        meta(meta, i);
      } else if (item instanceof Statement statement) {
        statement(statement);
      }
    }
    blocks.close();
    paths
        .open()
        .ifPresent(
            place ->
                mistakes.add(
                    place,
                    "the transaction that begins here does not end"
                        + (paths.mayBeClosed() ? " in every case" : "")
                        + "; add COMMIT;"));
    return new Code(
        section.name(),
        section.place(),
        code,
        statements,
        slots,
        needs,
        presets,
        given,
        depth,
        sites,
        parts,
        lists.most());
  }

  private int slot(String name) {
    return slots.computeIfAbsent(name, any -> slots.size());
  }

  private String nameOf(int slot) {
    return slots.entrySet().stream()
        .filter(each -> each.getValue() == slot)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /** What the compilers of commands need. */
  private final class Commands implements Blocks.Scope, Choices.Scope, Lists.Scope {

    @Override
    public Optional<Node> condition(Meta meta) {
      return CodeCompiler.this.condition(meta);
    }

    @Override
    public Optional<Node> expression(Meta meta, String text) {
      return CodeCompiler.this.expression(meta, text);
    }

    @Override
    public Program program(Node node) {
      return CodeCompiler.this.program(node);
    }

    @Override
    public boolean isName(Meta meta, String name) {
      return CodeCompiler.this.isName(meta, name);
    }

    @Override
    public int assign(String name) {
      int slot = slot(name);
      paths.assign(name, slot);
      texts.remove(slot);
      return slot;
    }

    @Override
    public boolean isTextual(Node node) {
      return CodeCompiler.this.isTextual(node);
    }

    @Override
    public Optional<List<Node>> listOf(Meta meta, String text) {
      try {
        return Optional.of(ExpressionParser.parseList(text, new Names(meta.place()), seed));
      } catch (SyntaxException e) {
        mistakes.add(
            meta.place(),
            "\\list "
                + e.getMessage()
                + "; as in \\list ids :count 20 random(1, 1000), where 20 is the most values");
        return Optional.empty();
      }
    }

    @Override
    public Optional<Place> variable(String name) {
      boolean before = given.containsKey(name) || variables.find(name).isPresent();
      return Optional.ofNullable(setAnywhere.get(name))
          .or(() -> before ? Optional.of(section.place()) : Optional.empty());
    }

    @Override
    public Optional<List<String>> columns(Statement statement) {
      return set.columnsOfAny(statement);
    }

    @Override
    public int hidden() {
      return slot(" " + slots.size());
    }
  }

  private int preset(String name, Value value) {
    int slot = slot(" " + name);
    presets.put(slot, value);
    return slot;
  }

  private final class Names implements ExpressionParser.Scope {

    private final Place place;

    Names(Place place) {
      this.place = place;
    }

    @Override
    public Node variable(String name) throws SyntaxException {
      if (lists.find(name).isPresent()) {
        throw new SyntaxException(
            "has :"
                + name
                + ", which is a list; allowed: size("
                + name
                + "), item("
                + name
                + ", :i)");
      }
      Optional<Value> constant = constant(name, place);
      return constant.isPresent()
          ? new Node.Constant(constant.get())
          : new Node.Variable(slot(name));
    }

    @Override
    public boolean isText(int slot) {
      return texts.contains(slot);
    }

    @Override
    public int list(String name) throws SyntaxException {
      return lists.require(name).number();
    }

    @Override
    public void sequence(String name, boolean draws) {
      if (draws) {
        sequences.drawn(name);
      } else {
        sequences.read(name, place);
      }
    }
  }

  /** The value that a name has before the run; empty for a variable. Records an unset variable. */
  private Optional<Value> constant(String name, Place place) {
    if (paths.isAssigned(name)) {
      return Optional.empty();
    }
    List<Set<Integer>> answers = answersWith(name);
    boolean isVariable =
        setAnywhere.containsKey(name) || answers.stream().anyMatch(each -> !each.isEmpty());
    Optional<Value> found = variables.find(name);
    if (isVariable && found.isPresent()) {
      presets.put(slot(name), found.get());
      return Optional.empty();
    }
    if (isVariable && answers.stream().noneMatch(Set::isEmpty)) {
      answers.forEach(each -> needs.add(new Code.Need(place, name, each)));
      return Optional.empty();
    }
    Optional<Place> perhaps = perhapsSet(name);
    if (perhaps.isPresent()) {
      mistakes.add(
          place,
          ":"
              + name
              + " is not set in every case before this line; it is set in line "
              + perhaps.get().line());
      paths.assign(name, slot(name)); // One message is enough.
      return Optional.empty();
    }
    if (found.isEmpty() && missing.add(name)) {
      mistakes.add(
          place,
          ":"
              + name
              + " is never set; allowed: \\set "
              + name
              + " EXPRESSION before this line, or the key "
              + ScriptWorkload.PREFIX
              + name
              + Suggestion.nearest(name, setAnywhere.keySet())
                  .map(near -> "; did you mean :" + near + "?")
                  .orElse(""));
    }
    return found.isEmpty() ? Optional.of(Value.of(1)) : found;
  }

  /** For each way to here that has not set a variable, the answers that may do it. */
  private List<Set<Integer>> answersWith(String name) {
    List<Set<Integer>> answers = new ArrayList<>();
    for (Set<Integer> answered : paths.answersWithout(name)) {
      Set<Integer> possible = new HashSet<>(answered);
      possible.removeIf(statement -> !maySet(statement, name));
      answers.add(possible);
    }
    return answers;
  }

  /** Whether a column of a statement may have the name of a variable. */
  private boolean maySet(int statement, String variable) {
    StatementCode.Store store = statements.get(statement).store().orElseThrow();
    if (store.isLists() || !variable.startsWith(store.prefix())) {
      return false;
    }
    String name = variable.substring(store.prefix().length());
    List<String> known = columns.get(statement);
    return known == null
        || known.contains(name)
        || !language.lowerCaseNames() && known.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Where a variable is set, though not in every case. */
  private Optional<Place> perhapsSet(String name) {
    if (setAnywhere.containsKey(name)) {
      return Optional.of(setAnywhere.get(name));
    }
    for (int i = 0; i < statements.size(); i++) {
      Optional<StatementCode.Store> store = statements.get(i).store();
      if (store.isPresent() && maySet(i, name)) {
        return Optional.of(store.get().place());
      }
    }
    return Optional.empty();
  }

  private Optional<Node> expression(Meta meta, String text) {
    try {
      return Optional.of(ExpressionParser.parse(text, new Names(meta.place()), seed));
    } catch (SyntaxException e) {
      mistakes.add(meta.place(), "\\" + meta.command() + " " + e.getMessage());
      return Optional.empty();
    }
  }

  private Program program(Node node) {
    Program program = CodeWriter.program(node, () -> sites++);
    depth = Math.max(depth, program.depth());
    return program;
  }

  private void meta(Meta meta, int item) {
    switch (meta.command()) {
      case "set" -> set(meta);
      case "choose" -> choices.choose(meta);
      case "list" -> lists.list(meta);
      case "gset", "aset", "alist" -> store(meta, item == 0 ? null : section.items().get(item - 1));
      case "if", "elif", "else", "endif" -> blocks.branch(meta);
      case "repeat" -> blocks.repeat(meta, slot -> set.inLoop(item, nameOf(slot)));
      case "endrepeat" -> blocks.endRepeat(meta);
      case "sleep" -> sleep(meta);
      default -> unknown(meta);
    }
  }

  private void unknown(Meta meta) {
    String why = REFUSED.get(meta.command());
    if (why != null) {
      mistakes.add(meta.place(), "\\" + meta.command() + " is not supported: " + why);
      return;
    }
    mistakes.add(
        meta.place(),
        "\\"
            + meta.command()
            + " is no command; "
            + Suggestion.question(meta.command(), COMMANDS).map(q -> q + " ").orElse("")
            + "allowed: \\"
            + String.join(", \\", COMMANDS));
  }

  private boolean isName(Meta meta, String name) {
    if (name.matches("[A-Za-z_]\\w*")) {
      return true;
    }
    mistakes.add(
        meta.place(),
        "\\"
            + meta.command()
            + " needs a name first, of letters, digits and _"
            + (name.isEmpty() ? "" : "; " + name + " is none"));
    return false;
  }

  private void set(Meta meta) {
    String[] words = meta.arguments().split("\\s+", 2);
    if (!isName(meta, words[0])) {
      return;
    }
    Optional<Node> value = expression(meta, words.length < 2 ? "" : words[1]);
    int slot = slot(words[0]);
    paths.assign(words[0], slot);
    if (value.isPresent()) {
      if (isTextual(value.get())) {
        texts.add(slot);
      } else {
        texts.remove(slot);
      }
      code.add(Instruction.set(meta.place(), slot, program(value.get())));
    }
  }

  private boolean isTextual(Node node) {
    return node instanceof Node.Variable variable
        ? texts.contains(variable.slot())
        : ExpressionParser.isTextual(node);
  }

  private void store(Meta meta, @Nullable Item before) {
    if (!(before instanceof Statement statement) || statements.isEmpty()) {
      mistakes.add(meta.place(), "\\" + meta.command() + " needs a statement right before it");
      return;
    }
    String prefix = meta.arguments();
    boolean isLists = meta.command().equals("alist");
    if (!isLists && !prefix.isEmpty() && !isName(meta, prefix)) {
      return;
    }
    int number = statements.size() - 1;
    StatementCode last = statements.get(number);
    if (last.store().isPresent()) {
      mistakes.add(
          meta.place(), "the statement has a " + last.store().get().command() + " already");
      return;
    }
    if (Statements.returnsNothing(last.control(), statement.plain())) {
      mistakes.add(meta.place(), "\\" + meta.command() + " needs a statement that returns rows");
      return;
    }
    if (isLists) {
      lists
          .store(meta, statement, language.lowerCaseNames())
          .ifPresent(store -> statements.set(number, last.storing(store)));
      return;
    }
    boolean any = meta.command().equals("aset");
    set.columns(statement).ifPresent(names -> columns.put(number, names));
    statements.set(
        number,
        last.storing(
            new StatementCode.Store(meta.place(), prefix, any, language.lowerCaseNames())));
    slots.forEach(
        (name, slot) -> {
          if (maySet(number, name)) {
            texts.remove(slot);
            paths.forget(slot);
          }
        });
    if (!any) {
      paths.answer(number);
    }
  }

  private void sleep(Meta meta) {
    Matcher words = SLEEP.matcher(meta.arguments());
    if (!words.matches()) {
      mistakes.add(meta.place(), "\\sleep needs a number or :name, then us, ms or s");
      return;
    }
    String named = words.group(2) == null ? "s" : words.group(2).toLowerCase(Locale.ROOT);
    long unit = named.equals("us") ? 1_000 : named.equals("ms") ? 1_000_000 : 1_000_000_000;
    Optional<Node> time = expression(meta, words.group(1));
    if (time.isEmpty()) {
      return;
    }
    if (time.get() instanceof Node.Constant constant
        && constant.value().bits() > MOST_SLEEP_SECONDS * 1_000_000_000 / unit) {
      mistakes.add(
          meta.place(), "\\sleep is too long; allowed: at most " + MOST_SLEEP_SECONDS + " s");
      return;
    }
    code.add(
        Instruction.sleep(
            meta.place(), program(time.get()), part("\\sleep " + meta.arguments()), unit));
  }

  private int part(String name) {
    String unique = name;
    for (int i = 2; parts.contains(unique); i++) {
      unique = name + " #" + i;
    }
    parts.add(unique);
    return parts.size() - 1;
  }

  private Optional<Node> condition(Meta meta) {
    try {
      return Optional.of(
          ExpressionParser.parseCondition(meta.arguments(), new Names(meta.place()), seed));
    } catch (SyntaxException e) {
      mistakes.add(meta.place(), "\\" + meta.command() + " " + e.getMessage());
      return Optional.empty();
    }
  }

  private void statement(Statement statement) {
    String plain = statement.plain();
    String words = plain.toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
    Statements.refusal(words).ifPresent(why -> mistakes.add(statement.place(), why));
    Native.Control control = Statements.control(words);
    checkBlock(statement, control);
    List<Integer> parameters = new ArrayList<>();
    List<Optional<ListText.Named>> named = new ArrayList<>();
    List<StatementCode.Choice> chosen = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Piece piece : statement.pieces()) {
      append(piece, text, parameters, chosen);
      if (piece.kind() == Piece.Kind.VARIABLE) {
        named.add(lists.find(piece.text()).map(list -> lists.inStatement(list, piece.place())));
      }
    }
    ListText places = ListText.of(text.toString(), language.isDocuments(), named);
    StatementCode made =
        new StatementCode(
            statement.place(),
            text.toString(),
            parameters,
            chosen,
            control,
            Optional.empty(),
            Statements.change(words, language.isDocuments()),
            language.isDocuments(),
            places.group().isPresent() ? Blocks.UNKNOWN : blocks.turns(),
            places);
    if (made.forms() > StatementCode.MOST_FORMS) {
      mistakes.add(
          statement.place(),
          "has "
              + made.forms()
              + (made.lists().uses().isEmpty() ? " forms by {} in its text" : " forms by its lists")
              + "; allowed: "
              + StatementCode.MOST_FORMS);
    }
    statements.add(made);
    String name = plain.replaceAll("\\s+", " ");
    code.add(
        Instruction.statement(
            statement.place(),
            statements.size() - 1,
            part(name.substring(0, Math.min(name.length(), ScriptPlan.PART_LETTERS)))));
  }

  private void checkBlock(Statement statement, Native.Control control) {
    switch (control) {
      case BEGIN -> {
        paths
            .open()
            .ifPresent(
                begun ->
                    mistakes.add(
                        statement.place(),
                        "begins a transaction inside that of line "
                            + begun.line()
                            + "; COMMIT first"));
        paths.begin(statement.place());
      }
      case COMMIT, ROLLBACK -> {
        if (paths.mayBeClosed()) {
          mistakes.add(
              statement.place(),
              paths.open().isEmpty()
                  ? "ends a transaction that no BEGIN has begun"
                  : "ends a transaction that is not open in every case; it begins in line "
                      + paths.open().get().line());
        }
        paths.end();
      }
      default -> {}
    }
  }

  private void append(
      Piece piece,
      StringBuilder text,
      List<Integer> parameters,
      List<StatementCode.Choice> chosen) {
    switch (piece.kind()) {
      case TEXT -> text.append(piece.text());
      case VARIABLE -> {
        text.append(StatementCode.SLOT_MARK);
        Optional<Lists.Declared> list = lists.find(piece.text());
        if (list.isPresent()) {
          parameters.add(Parameters.ofList(list.get().number()));
          return;
        }
        Optional<Value> constant = constant(piece.text(), piece.place());
        parameters.add(
            constant.isPresent() ? preset(piece.text(), constant.get()) : slot(piece.text()));
      }
      case QUOTED_NAME -> {
        text.append(':').append(piece.text());
        if (setAnywhere.containsKey(piece.text())
            || given.containsKey(piece.text())
            || lists.find(piece.text()).isPresent()
            || variables.find(piece.text()).isPresent()) {
          mistakes.add(
              piece.place(),
              "has :"
                  + piece.text()
                  + " inside quotes, where it would be text; write it outside, with ||");
        }
      }
      default -> {
        StatementCode.Choice choice = choices.find(piece.text()).orElse(null);
        if (choice != null && paths.isAssigned(piece.text())) {
          if (!chosen.contains(choice)) {
            chosen.add(choice);
          }
          text.append((char) (StatementCode.CHOICE_MARK + chosen.indexOf(choice)));
        } else {
          text.append('{').append(piece.text()).append('}');
          if (piece.kind() == Piece.Kind.CHOICE) {
            mistakes.add(
                piece.place(),
                "has {"
                    + piece.text()
                    + "} without \\choose "
                    + piece.text()
                    + " LOW HIGH before it");
          }
        }
      }
    }
  }
}

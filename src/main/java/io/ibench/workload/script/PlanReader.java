package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.db.Native;
import io.ibench.db.NativeLanguage;
import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Plan.LoadedTable;
import io.ibench.workload.PlanContext;
import io.ibench.workload.StepKeys;
import io.ibench.workload.script.Definition.Ddl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a definition of the sections of a script, and records all mistakes. Not thread-safe. */
final class PlanReader {

  private static final long MOST_ROWS = 1L << 56;

  /** Of the checksum of a section. */
  private static final int DIGITS_OF_TEXT = 16;

  private final Config config;
  private final PlanContext context;
  private final Mistakes mistakes;
  private final NativeLanguage language;
  private final long seed;
  private final ScriptVariables variables;
  private final SequenceNames sequences = new SequenceNames();
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final Map<String, Long> rows = new HashMap<>();
  private final StringBuilder data = new StringBuilder();

  /** The same by file and section. */
  private final Map<String, StringBuilder> dataTexts = new LinkedHashMap<>();

  private boolean exact = true;

  private PlanReader(Config config, PlanContext context) {
    this.config = config;
    this.context = context;
    this.mistakes = new Mistakes(config);
    this.language = context.language().orElse(NativeLanguage.SQL);
    this.seed = config.get(StepKeys.SEED);
    this.variables = new ScriptVariables(config, config.get(ScriptWorkload.SCALE), seed);
  }

  /** Reads the files that the settings name. */
  static Plan read(Config config, PlanContext context) {
    return new PlanReader(config, context).read();
  }

  private Plan read() {
    if (context.isKnown() && context.language().isEmpty()) {
      config.problem(
          "needs a database that takes statements; " + context.product() + " takes none",
          ScriptWorkload.FILES);
    }
    ScriptReader reader = new ScriptReader(config, context, mistakes);
    List<Section> sections = reader.read();
    if (context.isKnown()) {
      sections.forEach(this::checkLanguage);
    }
    List<Ddl> schema = new ArrayList<>();
    of(sections, Section.Kind.SCHEMA).forEach(section -> schema(section, schema));
    List<LoadSection> loads = new ArrayList<>();
    of(sections, Section.Kind.LOAD).forEach(section -> load(section, loads));
    Map<String, String> dataKeys = new TreeMap<>(variables.read());
    List<Ddl> index = new ArrayList<>();
    of(sections, Section.Kind.INDEX).forEach(section -> plain(section, index));
    List<Ddl> session = new ArrayList<>();
    of(sections, Section.Kind.SESSION).forEach(section -> plain(section, session));
    List<TransactionCode> transactions = transactions(sections);
    List<Code> verify = new ArrayList<>();
    of(sections, Section.Kind.VERIFY).forEach(section -> verify.add(verify(section)));
    if (context.isKnown()) {
      sequences.check(mistakes);
    }
    List<Ddl> cleanup = new ArrayList<>();
    of(sections, Section.Kind.CLEANUP).forEach(section -> cleanup(section, cleanup));
    Definition definition =
        new Definition(
            loadedTables(),
            exact
                ? OptionalLong.of(rows.values().stream().mapToLong(Long::longValue).sum())
                : OptionalLong.empty(),
            schema,
            loads,
            index,
            cleanup,
            session.stream().map(Ddl::text).toList(),
            transactions,
            verify,
            new Definition.Texts(reader.texts(), dataSettings(dataKeys), dataTexts()),
            List.of());
    if (mistakes.any() || config.isBroken(ScriptWorkload.FILES)) {
      // What was not read may have used them.
      config.namesUnder("script").forEach(name -> config.declare(ScriptVariables.key(name)));
    }
    return ScriptPlan.of(definition, config, seed);
  }

  /** A text that determines the loaded data. */
  private void data(Section section, String text) {
    data.append(text);
    String file = String.valueOf(Path.of(section.place().file()).getFileName());
    dataTexts
        .computeIfAbsent("section " + section.title() + " of " + file, any -> new StringBuilder())
        .append(text);
  }

  /** Everything in it that shapes a row, also which variable a value is. */
  private static String written(Item item) {
    if (item instanceof Item.Meta meta) {
      return "\\" + meta.command() + " " + meta.arguments();
    }
    Item.Statement statement = (Item.Statement) item;
    String variables =
        statement.pieces().stream()
            .filter(piece -> piece.kind() == Item.Piece.Kind.VARIABLE)
            .map(piece -> ":" + piece.text())
            .collect(Collectors.joining(" "));
    return statement.plain() + "; " + variables;
  }

  private static List<Section> of(List<Section> sections, Section.Kind kind) {
    return sections.stream().filter(section -> section.kind() == kind).toList();
  }

  private void checkLanguage(Section section) {
    if (language.isDocuments() && section.kind() == Section.Kind.SESSION) {
      mistakes.add(
          section.place(),
          context.product()
              + " has no section session: its driver borrows a connection for each command, and"
              + " nothing lasts on it; leave it out, or say on= with other databases");
      return;
    }
    for (Item.Statement statement : section.statements()) {
      String plain = statement.plain();
      boolean document = plain.startsWith("{");
      boolean control = Statements.control(plain.toUpperCase(Locale.ROOT)) != Native.Control.NONE;
      if (language.isDocuments() && !document && !control) {
        mistakes.add(
            statement.place(),
            "is no JSON command, and "
                + context.product()
                + " takes nothing else; allowed: sections with on="
                + context.product());
      } else if (!language.isDocuments() && document) {
        mistakes.add(
            statement.place(),
            "is a JSON command, and "
                + context.product()
                + " takes SQL; allowed: on=mongodb in the section's line");
      }
    }
  }

  private void noMeta(Section section) {
    for (Item item : section.items()) {
      if (item instanceof Item.Meta meta) {
        mistakes.add(
            meta.place(),
            "\\" + meta.command() + " cannot be in a section " + section.kind().label());
      }
    }
  }

  /** A statement without values. */
  private String text(Section section, Item.Statement statement) {
    StringBuilder text = new StringBuilder();
    for (Item.Piece piece : statement.pieces()) {
      switch (piece.kind()) {
        case TEXT -> text.append(piece.text());
        case QUOTED_NAME -> text.append(':').append(piece.text());
        case QUOTED_CHOICE -> text.append('{').append(piece.text()).append('}');
        default ->
            mistakes.add(
                piece.place(),
                "a statement of a section "
                    + section.kind().label()
                    + " takes no values, but has "
                    + piece.text());
      }
    }
    return text.toString().strip();
  }

  private void schema(Section section, List<Ddl> into) {
    noMeta(section);
    for (Item.Statement statement : section.statements()) {
      String text = text(section, statement);
      data(section, text + ";\n");
      boolean creates = text.matches("(?is)\\s*(CREATE\\b|\\{\\s*\"create).*");
      if (!creates) {
        mistakes.add(statement.place(), "is no CREATE; a section schema takes nothing else");
      } else if (Statements.createsIfMissing(text)) {
        mistakes.add(
            statement.place(),
            "has IF NOT EXISTS: somebody else's table would be taken for this script's; leave it"
                + " out");
      }
      into.add(new Ddl(statement.place(), text, created(statement, text)));
    }
  }

  private Optional<Table> created(Item.Statement statement, String text) {
    if (!Statements.createsTable(text)) {
      return Optional.empty();
    }
    Optional<String> name = Statements.createdTable(text);
    if (name.isEmpty()) {
      mistakes.add(
          statement.place(),
          "creates a table whose name cannot be found; allowed: a name without a schema before it");
      return Optional.empty();
    }
    Table table = Table.named(Statements.unquoted(name.get(), language.lowerCaseNames()));
    if (tables.put(key(name.get()), table) != null) {
      mistakes.add(statement.place(), "creates " + table.name() + " twice");
    }
    return Optional.of(table);
  }

  private static String key(String name) {
    return Statements.unquoted(name, true).toLowerCase(Locale.ROOT);
  }

  /** Statements that are executed as they are. */
  private void plain(Section section, List<Ddl> into) {
    noMeta(section);
    for (Item.Statement statement : section.statements()) {
      String text = text(section, statement);
      if (section.kind() == Section.Kind.INDEX) {
        data(section, text + ";\n");
      }
      into.add(new Ddl(statement.place(), text, Optional.empty()));
    }
  }

  private void cleanup(Section section, List<Ddl> into) {
    noMeta(section);
    for (Item.Statement statement : section.statements()) {
      String text = text(section, statement);
      Optional<String> names = Statements.droppedTables(text);
      if (names.isEmpty()) {
        if (!text.matches("(?is)\\s*DROP\\b.*")) {
          mistakes.add(statement.place(), "is no DROP; a section cleanup takes nothing else");
        }
        into.add(new Ddl(statement.place(), text, Optional.empty()));
        continue;
      }
      List<String> all = List.of(names.get().split("\\s*,\\s*"));
      String cascade = text.matches("(?is).*\\bCASCADE") ? " CASCADE" : "";
      for (String name : all) {
        Table table = tables.get(key(name));
        if (table == null) {
          mistakes.add(
              statement.place(),
              "drops "
                  + name
                  + ", which the section schema does not create; allowed: "
                  + (tables.isEmpty() ? "nothing" : String.join(", ", tables.keySet())));
        } else {
          into.add(
              new Ddl(
                  statement.place(),
                  all.size() == 1 ? text : "DROP TABLE " + name + cascade,
                  Optional.of(table)));
        }
      }
    }
  }

  private Code compile(Section section, List<String> names) {
    return new CodeCompiler(section, variables, language, seed, mistakes, sequences).compile(names);
  }

  private void load(Section section, List<LoadSection> into) {
    section.items().forEach(item -> data(section, written(item) + '\n'));
    boolean once = section.attributes().containsKey("once");
    String given = section.attributes().get("rows");
    if (once == (given != null)) {
      mistakes.add(section.place(), "a load needs rows=EXPRESSION or the word once, and not both");
    }
    String variable = section.attributes().getOrDefault("as", "n");
    if (!variable.matches("[A-Za-z_]\\w*")) {
      mistakes.add(section.place(), "as=" + variable + " is no name of a variable");
      variable = "n";
    }
    Code code = compile(section, once ? List.of() : List.of(variable));
    long count = once ? 1 : rows(section, given);
    data(section, count + "\n");
    for (StatementCode statement : code.statements()) {
      if (statement.control() != Native.Control.NONE && !once) {
        mistakes.add(
            statement.place(),
            "load has transactions of load.rows_per_commit rows; leave BEGIN and COMMIT out");
      }
      countRows(statement, once, count);
    }
    exact &= code.instructions().stream().noneMatch(each -> each.kind() == Instruction.Kind.IF);
    if (tables.isEmpty() && context.isKnown()) {
      mistakes.add(
          section.place(), "a load needs a section schema, which creates the tables that it fills");
    }
    String name = section.name().isEmpty() ? firstTable(code, into.size()) : section.name();
    into.add(
        new LoadSection(
            code,
            count,
            variable,
            once,
            Random64.hash(seed, "script", "load", Integer.toString(into.size())),
            "LOAD_" + name.toUpperCase(Locale.ROOT)));
  }

  private static String firstTable(Code code, int number) {
    return code.statements().stream()
        .flatMap(statement -> LoadSection.insert(statement).stream())
        .map(insert -> Statements.unquoted(insert.table(), false))
        .findFirst()
        .orElse(Integer.toString(number + 1));
  }

  private void countRows(StatementCode statement, boolean once, long count) {
    String table = LoadSection.insert(statement).map(insert -> key(insert.table())).orElse("");
    boolean known = statement.turns() != Blocks.UNKNOWN;
    long each = known ? statement.turns() : 1;
    if (each > 0 && count > MOST_ROWS / each) {
      mistakes.add(statement.place(), "loads more than 2^56 rows");
    } else if (!once && tables.containsKey(table)) {
      rows.merge(table, count * each, Long::sum);
      exact &= known;
    } else {
      exact = false;
    }
  }

  private long rows(Section section, @Nullable String given) {
    if (given == null) {
      return 1;
    }
    String other = "_".repeat(given.length()); // No variable of the expression is called so.
    Item.Meta set = new Item.Meta(section.place(), "set", other + " " + given);
    Section alone = section.with(List.of(set));
    List<Instruction> code = compile(alone, List.of()).instructions();
    if (code.isEmpty()) {
      return 1; // It has a mistake.
    }
    try {
      Program program = Objects.requireNonNull(code.get(0).program());
      Value value = Machine.constant(program, seed);
      boolean constant = program.codes().length == 2 && program.codes()[0] == Program.PUSH;
      if (constant
          && value.kind() == Value.INTEGER
          && value.bits() >= 1
          && value.bits() <= MOST_ROWS) {
        return value.bits();
      }
    } catch (ScriptException e) {
      mistakes.add(section.place(), "rows=" + given + ": " + e.getMessage());
      return 1;
    }
    mistakes.add(
        section.place(),
        "rows=" + given + " is no number of rows that is known before the run; allowed: from 1");
    return 1;
  }

  private List<LoadedTable> loadedTables() {
    List<LoadedTable> loaded = new ArrayList<>();
    tables.forEach((key, table) -> loaded.add(new LoadedTable(table, rows.getOrDefault(key, 0L))));
    return loaded;
  }

  private Code verify(Section section) {
    for (Item.Statement statement : section.statements()) {
      if (!statement
          .plain()
          .matches("(?is)\\s*(\\(|SELECT\\b|WITH\\b|VALUES\\b|\\{\\s*\"(aggregate|find)\").*")) {
        mistakes.add(
            statement.place(), "is no SELECT; each row that a section verify returns is a problem");
      }
    }
    for (Item item : section.items()) {
      if (item instanceof Item.Meta meta && !meta.command().equals("set")) {
        mistakes.add(meta.place(), "\\" + meta.command() + " cannot be in a section verify");
      }
    }
    return compile(section, List.of());
  }

  private List<TransactionCode> transactions(List<Section> sections) {
    List<TransactionCode> transactions = new ArrayList<>();
    Map<String, Place> names = new HashMap<>();
    double sum = 0;
    for (Section section : of(sections, Section.Kind.TRANSACTION)) {
      Place before = names.putIfAbsent(section.name(), section.place());
      if (before != null) {
        mistakes.add(
            section.place(),
            "the transaction " + section.name() + " is there already, at " + before);
      }
      if (section.items().isEmpty() && context.isKnown()) {
        mistakes.add(section.place(), "the transaction " + section.name() + " is empty");
      }
      double weight = weight(section);
      sum += weight;
      String retry = section.attributes().get("retry");
      if (retry != null && !retry.equals("duplicate")) {
        mistakes.add(section.place(), "retry=" + retry + " is unknown; allowed: retry=duplicate");
      }
      Code code = compile(section, List.of("client_id", "clients"));
      transactions.add(new TransactionCode(code, weight, role(section, code), retry != null));
    }
    if (transactions.isEmpty() && !config.isBroken(ScriptWorkload.FILES) && !mistakes.any()) {
      config.problem(
          "has no transaction"
              + (context.isKnown() ? " for " + context.product() : "")
              + "; allowed: a file of pgbench, or --@ transaction NAME",
          ScriptWorkload.FILES);
    } else if (sum <= 0 && !transactions.isEmpty()) {
      mistakes.add(transactions.get(0).code().place(), "no transaction has a weight above 0");
    }
    return transactions;
  }

  private double weight(Section section) {
    String given = section.attributes().getOrDefault("weight", "1");
    try {
      double weight = Double.parseDouble(given);
      if (weight >= 0 && weight <= 1e9) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // Reported below, as every other wrong weight.
      return badWeight(section, given);
    }
    return badWeight(section, given);
  }

  private double badWeight(Section section, String given) {
    mistakes.add(section.place(), "weight=" + given + " is no weight; allowed: numbers from 0");
    return 1;
  }

  private Role role(Section section, Code code) {
    String given = section.attributes().getOrDefault("role", "query");
    return switch (given) {
      case "query" -> Role.QUERY;
      case "insert" -> {
        requireChange(section, code, Change.INSERT);
        yield Role.INSERT;
      }
      case "delete" -> {
        requireChange(section, code, Change.DELETE);
        yield Role.DELETE;
      }
      default -> {
        mistakes.add(
            section.place(), "role=" + given + " is unknown; allowed: query, insert, delete");
        yield Role.QUERY;
      }
    };
  }

  /** Nobody would know how many rows a function or a trigger inserts or deletes. */
  private void requireChange(Section section, Code code, Change change) {
    String role = change.name().toLowerCase(Locale.ROOT);
    if (context.isKnown()
        && code.statements().stream().noneMatch(each -> each.change() == change)) {
      mistakes.add(
          section.place(),
          "role="
              + role
              + " counts the rows of each "
              + change
              + ", and the transaction has none; leave role out");
    }
    code.statements().stream()
        .filter(StatementCode::undoesPart)
        .forEach(
            each ->
                mistakes.add(
                    each.place(),
                    "undoes a part of the transaction, and role="
                        + role
                        + " would count its rows; leave role out"));
  }

  private Map<String, String> dataSettings(Map<String, String> keys) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(StepKeys.SEED.name(), Long.toString(seed));
    settings.put(ScriptWorkload.SCALE.name(), Long.toString(config.get(ScriptWorkload.SCALE)));
    settings.putAll(keys);
    settings.put("script.data", sha256(data.toString()));
    return settings;
  }

  private Map<String, String> dataTexts() {
    Map<String, String> sums = new LinkedHashMap<>();
    dataTexts.forEach(
        (what, text) -> sums.put(what, sha256(text.toString()).substring(0, DIGITS_OF_TEXT)));
    return sums;
  }

  /** In 64 hexadecimal digits. */
  static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

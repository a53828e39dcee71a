package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Table;
import io.ibench.workload.custom.CustomKeys.Part;
import io.ibench.workload.simple.Definition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the settings of one workload and reports all mistakes in them. Used once; not thread-safe.
 *
 * <p>Tables come first, then their indexes, fills, operations and checks: what uses a table with a
 * mistake is not checked against it.
 */
final class CustomReader {

  private static final int MOST_TABLES = 100;

  /** The table of ibench that describes tables keeps their settings in so many bytes. */
  private static final int MOST_DATA_BYTES = 50_000;

  private final Config config;
  private final Schema schema = new Schema();
  private final Definition definition = new Definition();
  private final Map<String, Fill> fills = new HashMap<>();
  private final Map<String, String> dataSettings = new LinkedHashMap<>();

  /** Reads the tokens of a value; what it finds wrong goes to the mistakes. */
  private interface Reading<T> {
    T read(TokenReader tokens, Mistakes mistakes) throws SyntaxException;
  }

  CustomReader(Config config) {
    this.config = config;
  }

  Definition read() {
    tables();
    ofTables(Part.ROWS);
    ofTables(Part.FILL);
    Part.INDEX.names(config).forEach(this::index);
    for (Schema.Entry entry : schema.all()) {
      fills.put(entry.table().name(), fill(entry));
    }
    fills.values().forEach(this::checkCounted);
    for (Schema.Entry entry : schema.all()) {
      definition.table(entry.table(), entry.rows(), fills.get(entry.table().name()).binder());
    }
    operations();
    for (String group : Part.GROUP.names(config)) {
      config
          .find(CustomKeys.group(group))
          .ifPresent(members -> definition.group(group, members.toArray(String[]::new)));
    }
    Part.CHECK.names(config).forEach(this::check);
    dataSettings();
    return definition;
  }

  /** The result of reading a key's value; empty when it is missing or wrong. */
  private <T> Optional<T> read(Key<String> key, Reading<T> reading) {
    Optional<String> value = config.find(key);
    if (value.isEmpty() || config.isBroken(key)) {
      return Optional.empty();
    }
    Mistakes mistakes = new Mistakes(key);
    T result = null;
    try {
      TokenReader tokens = new TokenReader(value.get());
      result = reading.read(tokens, mistakes);
    } catch (SyntaxException e) {
      mistakes.at(e);
    }
    mistakes.report(config);
    return mistakes.isEmpty() ? Optional.ofNullable(result) : Optional.empty();
  }

  private void tables() {
    List<String> names = Part.TABLES.names(config);
    if (names.isEmpty() || names.size() > MOST_TABLES) {
      config.problem(
          names.isEmpty()
              ? "is required but not set; allowed: columns, such as tables.orders = id long key"
              : names.size() + " tables are too many; allowed: " + MOST_TABLES,
          Part.TABLES.key(names.isEmpty() ? CustomKeys.NAME : names.get(0)));
    }
    for (String name : names) {
      long rows = config.get(CustomKeys.rows(name));
      Optional<Table> table =
          read(
              Part.TABLES.key(name),
              (tokens, mistakes) -> {
                Names.flaw(name).ifPresent(mistakes::add);
                return new TableParser(tokens, mistakes).parse(name).orElse(null);
              });
      if (table.isPresent() && !config.isBroken(CustomKeys.rows(name))) {
        schema.add(table.get(), rows);
        keep(Part.TABLES.key(name));
        dataSettings.put(CustomKeys.rows(name).name(), Long.toString(rows));
      } else {
        schema.addBroken(name);
      }
    }
  }

  /** Refuses keys with names that no table has. */
  private void ofTables(Part part) {
    for (String name : part.names(config)) {
      if (!schema.names().contains(name)) {
        config.problem(
            "there is no table " + name + "; " + Mistakes.hint(name, schema.names()),
            part.key(name));
      }
    }
  }

  private void index(String name) {
    read(
        Part.INDEX.key(name),
        (tokens, mistakes) -> {
          Names.flaw(name).ifPresent(mistakes::add);
          if (schema.names().contains(name)) {
            mistakes.add("a table has this name already; some databases allow it only once");
          }
          IndexParser.parse(name, tokens, schema, mistakes);
          return null;
        });
  }

  private Fill fill(Schema.Entry entry) {
    Key<String> key = Part.FILL.key(entry.table().name());
    List<String> needed = FillParser.needed(entry);
    boolean given = config.find(key).isPresent();
    if (!given && entry.rows() > 0 && !needed.isEmpty()) {
      config.problem(
          "is required but not set: columns without a value: " + String.join(", ", needed), key);
    }
    keep(key);
    return read(key, (tokens, mistakes) -> new FillParser(tokens, schema, mistakes, entry).parse())
        .orElseGet(() -> Fill.empty(entry));
  }

  /** A count is right after the load only if the other table takes the rows in turn. */
  private void checkCounted(Fill fill) {
    String parent = fill.entry().table().name();
    Mistakes mistakes = new Mistakes(Part.FILL.key(parent));
    for (Counting counting : fill.counted()) {
      Fill child = fills.get(counting.child());
      boolean known = child != null && !child.sources().isEmpty();
      if (known
          && !(child.sources().get(counting.column()) instanceof NumberSource.InTurn turn
              && turn.table().equals(parent))) {
        mistakes.at(
            counting.place(),
            "the number is known only if fill."
                + counting.child()
                + " has "
                + counting.column()
                + ": in_turn("
                + parent
                + ")");
      }
    }
    mistakes.report(config);
  }

  private void operations() {
    List<String> names = Part.OP.names(config);
    if (names.isEmpty()) {
      config.problem(
          "is required but not set; allowed: an operation, such as op.READ = 1: read ...",
          Part.OP.key(CustomKeys.NAME));
    }
    List<CustomOperation> operations = new ArrayList<>();
    for (String name : names) {
      List<String> warnings = new ArrayList<>();
      read(
              Part.OP.key(name),
              (tokens, mistakes) ->
                  new OperationParser(OperationContext.of(tokens, schema, mistakes, warnings))
                      .parse(name))
          .ifPresent(operations::add);
      warnings.forEach(warning -> definition.warning(Part.OP.key(name) + ": " + warning));
    }
    operations.forEach(operation -> operation.define(definition));
  }

  private void check(String name) {
    read(
        Part.CHECK.key(name),
        (tokens, mistakes) -> {
          new CheckParser(tokens, schema, mistakes, fills, definition).parse(name);
          return null;
        });
  }

  /** Keeps a setting that determines the loaded data, in a form without its blanks. */
  private void keep(Key<String> key) {
    config
        .find(key)
        .flatMap(value -> canonical(value))
        .ifPresent(value -> dataSettings.put(key.name(), value));
  }

  private static Optional<String> canonical(String value) {
    try {
      List<String> words = new ArrayList<>();
      for (Token token : Tokenizer.tokens(value)) {
        words.add(Amounts.canonical(token));
      }
      return Optional.of(String.join(" ", words).strip());
    } catch (SyntaxException e) {
      return Optional.empty();
    }
  }

  private void dataSettings() {
    int bytes = 0;
    for (Map.Entry<String, String> setting : dataSettings.entrySet()) {
      bytes += setting.getKey().length() + 4 * setting.getValue().length();
      definition.dataSetting(setting.getKey(), setting.getValue());
    }
    if (bytes > MOST_DATA_BYTES) {
      config.problem("tables and fills are too long; allowed: some 10,000 characters");
    }
  }
}

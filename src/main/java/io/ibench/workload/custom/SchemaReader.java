package io.ibench.workload.custom;

import io.ibench.db.Table;
import io.ibench.workload.custom.CustomKeys.Part;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Reads the tables with their rows and indexes. Used once; not thread-safe. */
final class SchemaReader {

  private static final int MOST_TABLES = 100;

  private final KeyReader keys;
  private final Schema schema = new Schema();

  SchemaReader(KeyReader keys) {
    this.keys = keys;
  }

  /**
   * The tables; those with mistakes have no content.
   *
   * @param dataSettings gets each setting that determines the loaded data
   */
  Schema read(BiConsumer<String, String> dataSettings) {
    List<String> names = Part.TABLES.names(keys.config());
    if (names.isEmpty()) {
      keys.problem(
          "is required but not set; allowed: a table, such as tables.orders = id long key",
          Part.TABLES.key(CustomKeys.NAME));
    }
    if (names.size() > MOST_TABLES) {
      keys.problem(
          "is one of " + names.size() + " tables; allowed: " + MOST_TABLES,
          Part.TABLES.key(names.get(MOST_TABLES)));
    }
    for (String name : names) {
      table(name, dataSettings);
    }
    ofTables(Part.ROWS);
    ofTables(Part.FILL);
    for (String name : Part.INDEX.names(keys.config())) {
      index(name);
    }
    return schema;
  }

  private void table(String name, BiConsumer<String, String> dataSettings) {
    Optional<Table> table =
        keys.read(
            Part.TABLES.key(name),
            (tokens, mistakes) -> {
              Names.flaw(name).ifPresent(mistakes::add);
              return new TableParser(tokens, mistakes).parse(name);
            });
    long rows = keys.config().get(CustomKeys.rows(name));
    if (table.isEmpty() || keys.isBroken(CustomKeys.rows(name))) {
      schema.addBroken(name);
      return;
    }
    schema.add(table.get(), rows);
    keys.canonical(Part.TABLES.key(name))
        .ifPresent(value -> dataSettings.accept(Part.TABLES.key(name).name(), value));
    dataSettings.accept(CustomKeys.rows(name).name(), Long.toString(rows));
  }

  /** Refuses keys with names that no table has. */
  private void ofTables(Part part) {
    for (String name : part.names(keys.config())) {
      keys.config().declare(part.key(name));
      if (!schema.names().contains(name)) {
        keys.problem(
            "there is no table " + name + "; " + Mistakes.hint(name, schema.names()),
            part.key(name));
      }
    }
  }

  private void index(String name) {
    keys.read(
        Part.INDEX.key(name),
        (tokens, mistakes) -> {
          Names.flaw(name).ifPresent(mistakes::add);
          if (schema.names().contains(name)) {
            mistakes.add("a table has this name already; some databases allow it only once");
          }
          IndexParser.parse(name, tokens, schema, mistakes);
          return Optional.empty();
        });
  }
}

package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Table;
import io.ibench.workload.custom.CustomKeys.Part;
import io.ibench.workload.simple.Definition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the settings of one workload and reports all mistakes in them. Used once; not thread-safe.
 *
 * <p>Tables come first, then their indexes, fills, operations and checks: what uses a table with a
 * mistake is not checked against it.
 */
final class CustomReader {

  /** The table of ibench that describes tables keeps their settings in so many bytes. */
  private static final int MOST_DATA_BYTES = 50_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Table STAND_IN = Table.named("stand_in").key("id");

  private final KeyReader keys;
  private final Config config;
  private final Definition definition = new Definition();
  private final Map<String, String> dataSettings = new LinkedHashMap<>();
  private final List<CustomOperation> described = new ArrayList<>();

  CustomReader(Config config) {
    this.keys = new KeyReader(config);
    this.config = config;
  }

  /** The workload; after a mistake one that only has the names of its operations and groups. */
  Definition read() {
    Schema schema = new SchemaReader(keys).read(dataSettings::put);
    Map<String, Fill> fills = new FillReader(keys, schema).read();
    for (Fill fill : fills.values()) {
      Schema.Entry entry = fill.entry();
      definition.table(entry.table(), entry.rows(), fill.binder());
      Key<String> key = Part.FILL.key(entry.table().name());
      keys.canonical(key).ifPresent(value -> dataSettings.put(key.name(), value));
    }
    Set<String> operations = operations(schema);
    Map<String, List<String>> groups = groups(operations);
    groups.forEach((name, members) -> definition.group(name, members.toArray(String[]::new)));
    for (String name : Part.CHECK.names(config)) {
      keys.read(
          Part.CHECK.key(name),
          (tokens, mistakes) -> {
            new CheckParser(tokens, schema, mistakes, fills, described, definition).parse(name);
            return Optional.empty();
          });
    }
    dataSettings();
    return keys.isMistaken() ? standIn(operations, groups) : definition;
  }

  /** Adds the operations, and returns the names of all, also of those with mistakes. */
  private Set<String> operations(Schema schema) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : Part.OP.names(config)) {
      List<String> warnings = new ArrayList<>();
      Optional<CustomOperation> operation =
          keys.read(
              Part.OP.key(name),
              (tokens, mistakes) -> {
                nameFlaw(name, schema).ifPresent(mistakes::add);
                OperationContext context = OperationContext.of(tokens, schema, mistakes, warnings);
                return Optional.of(new OperationParser(context).parse(name));
              });
      operation.ifPresent(described::add);
      operation.filter(found -> !keys.isMistaken()).ifPresent(found -> found.define(definition));
      warnings.forEach(warning -> definition.warning(Part.OP.key(name) + ": " + warning));
      if (nameFlaw(name, schema).isEmpty()) {
        names.add(name);
      }
    }
    if (names.isEmpty() && !keys.isMistaken()) {
      keys.problem(
          "is required but not set; allowed: an operation, such as op.READ = 1: read ...",
          Part.OP.key(CustomKeys.NAME));
    }
    return names;
  }

  private static Optional<String> nameFlaw(String name, Schema schema) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          "this is no name; allowed: letters, digits and _, beginning with a letter, at most 64");
    }
    boolean loads = schema.names().stream().anyMatch(table -> name.equals("LOAD_" + upper(table)));
    return loads ? Optional.of("the operation that loads has this name") : Optional.empty();
  }

  private static String upper(String table) {
    return table.toUpperCase(Locale.ROOT);
  }

  private Map<String, List<String>> groups(Set<String> operations) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String name : Part.GROUP.names(config)) {
      Key<List<String>> key = CustomKeys.group(name);
      List<String> members = config.find(key).orElse(List.of());
      if (keys.isBroken(key)) {
        continue;
      }
      Mistakes mistakes = new Mistakes(key);
      if (!NAME.matcher(name).matches()) {
        mistakes.add("this is no name; allowed: letters, digits and _, beginning with a letter");
      }
      for (String member : members) {
        if (!operations.contains(member)) {
          mistakes.add(
              "there is no operation " + member + "; " + Mistakes.hint(member, operations));
        }
      }
      keys.report(mistakes);
      if (mistakes.isEmpty()) {
        groups.put(name, members);
      }
    }
    boolean complete = !groups.isEmpty() && !keys.isMistaken();
    operations.stream()
        .filter(name -> complete)
        .filter(name -> groups.values().stream().noneMatch(members -> members.contains(name)))
        .forEach(
            name -> {
              Mistakes mistakes = new Mistakes(Part.OP.key(name));
              mistakes.add(
                  "it is in no group; add it to one: " + String.join(", ", groups.keySet()));
              keys.report(mistakes);
            });
    return groups;
  }

  private void dataSettings() {
    int bytes = 0;
    for (Map.Entry<String, String> setting : dataSettings.entrySet()) {
      bytes += setting.getKey().length() + 4 * setting.getValue().length();
      definition.dataSetting(setting.getKey(), setting.getValue());
    }
    if (bytes > MOST_DATA_BYTES) {
      keys.problem(
          "tables and fills are too long together; allowed: some 10,000 characters",
          Part.TABLES.key(Part.TABLES.names(config).get(0)));
    }
  }

  /** With it, the steps are checked as well, and no mistake is reported twice. */
  private static Definition standIn(Set<String> operations, Map<String, List<String>> groups) {
    Definition standIn = new Definition();
    standIn.table(STAND_IN, 1, (row, number, values) -> {});
    for (String name : operations.isEmpty() ? Set.of("NONE") : operations) {
      standIn.operation(
          name,
          1,
          STAND_IN.select().where("id"),
          (command, values) -> command.setLong(0, values.any(STAND_IN)));
    }
    Set<String> inGroups = new LinkedHashSet<>();
    groups.values().forEach(inGroups::addAll);
    if (inGroups.equals(operations)) {
      groups.forEach((name, members) -> standIn.group(name, members.toArray(String[]::new)));
    }
    return standIn;
  }
}

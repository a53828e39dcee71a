package io.ibench.learn.write;

import io.ibench.learn.data.DataOptions;
import io.ibench.learn.data.DataScript;
import io.ibench.learn.data.Schema;
import io.ibench.learn.data.Table;
import io.ibench.learn.law.Law;
import io.ibench.learn.model.FormValues;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.Slot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A whole script: its transactions, and its data if there is a schema. Immutable.
 *
 * @param load with the names that the script has
 * @param limits what the data cannot be like, and why
 */
public record LearnedScript(
    LearnedLoad load, String text, WrittenScript transactions, List<String> limits) {

  private static final String HEAD =
      "-- Learned by ibench from a query log. No value of the log is in it: only laws and counts.\n\n";

  public LearnedScript {
    limits = List.copyOf(limits);
  }

  /** For tables that are there already, with their data. */
  public static LearnedScript onData(LearnedLoad load) {
    WrittenScript written = new ScriptWriter(load, Columns.unknown()).transactions();
    return new LearnedScript(load, HEAD + written.text(), written, List.of());
  }

  /**
   * With tables of its own.
   *
   * @param scale of the rows of big tables
   */
  public static LearnedScript withData(LearnedLoad load, Schema schema, double scale) {
    Schema used = used(load, schema);
    DataScript data =
        DataScript.of(
            used, new DataOptions(schema.isPostgres(), scale, DataOptions.BIG, writtenLaws(load)));
    WrittenScript written = new ScriptWriter(load, new SchemaColumns(used, data)).transactions();
    return new LearnedScript(
        load, HEAD + data.text() + "\n" + written.text(), written, data.limits());
  }

  /** The same with names of tables, columns and indexes that say nothing. */
  public static LearnedScript renamed(LearnedLoad load, Schema schema, double scale) {
    Renaming renaming = Renaming.of(load, schema);
    return withData(renaming.load(load), renaming.schema(schema), scale);
  }

  /** The tables that the script names, and those to which their foreign keys lead. */
  private static Schema used(LearnedLoad load, Schema schema) {
    Set<String> names = new HashSet<>();
    load.types()
        .forEach(
            type -> {
              for (int form : type.type().forms()) {
                addTables(load.forms().get(form), load, names);
              }
            });
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Table table : schema.tables()) {
        if (names.contains(key(table.name()))) {
          grows |=
              names.addAll(
                  table.foreignKeys().stream().map(parent -> key(parent.parent())).toList());
        }
      }
    }
    return new Schema(
        schema.isPostgres(),
        schema.tables().stream().filter(table -> names.contains(key(table.name()))).toList(),
        schema.unknown());
  }

  /** Its tables, and all of a family: {@code sbtest1}, {@code sbtest2}. */
  private static void addTables(Form form, LearnedLoad load, Set<String> names) {
    form.tables().forEach(table -> names.add(key(table.table())));
    FormValues values = load.values().get(form.id());
    for (Slot slot : form.slots()) {
      if (slot.use() == Slot.Use.NAME && slot.stem() != null && values != null) {
        long most = Math.min(values.most(slot.number()), values.least(slot.number()) + 999);
        for (long i = values.least(slot.number()); i <= most; i++) {
          names.add(key(slot.stem() + i));
        }
      }
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The laws by which the log writes columns, for those of which the statistics say nothing. */
  private static Map<String, Law> writtenLaws(LearnedLoad load) {
    LawBook laws = new LawBook(load, Columns.unknown());
    Map<String, Law> found = new HashMap<>();
    for (Form form : load.forms()) {
      for (Slot slot : form.slots()) {
        boolean stored =
            form.verb() == Form.Verb.INSERT && slot.use() == Slot.Use.STORE && slot.table() != null;
        FormValues values = load.values().get(form.id());
        if (stored && values != null && values.values(slot.number()) != null) {
          found.putIfAbsent(slot.table() + "." + slot.column(), laws.law(form.id(), slot.number()));
        }
      }
    }
    return found;
  }
}

package io.ibench.learn.data;

import io.ibench.learn.sql.WrappedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The sections of a script that make tables like those of a schema, without a row of them. */
public final class DataScript {

  private static final Set<String> TAKEN =
      Set.of("n", "scale", "client_id", "clients", "default_seed", "random_seed");
  private static final int WIDTH = 118;

  private final Schema schema;
  private final Map<String, TablePlan> plans = new LinkedHashMap<>();
  private final Limits limits = new Limits();
  private String indexes = "";

  private DataScript(Schema schema) {
    this.schema = schema;
  }

  /** Plans the data of a schema. */
  public static DataScript of(Schema schema, DataOptions options) {
    DataScript made = new DataScript(schema);
    TablePlanner planner = new TablePlanner(options, made.plans, made.limits);
    for (Table table : parentsFirst(GuessedKeys.of(schema.tables(), made.limits))) {
      planner.plan(table).ifPresent(plan -> made.plans.put(table.name(), plan));
    }
    Counters.follow(made.plans, made.limits);
    made.indexes = made.indexSection();
    return made;
  }

  private static List<Table> parentsFirst(List<Table> tables) {
    Map<String, Table> left = new LinkedHashMap<>();
    tables.forEach(table -> left.put(table.name(), table));
    List<Table> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      Optional<Table> next =
          left.values().stream()
              .filter(
                  table ->
                      table.foreignKeys().stream()
                          .allMatch(
                              key ->
                                  key.parent().equals(table.name())
                                      || !left.containsKey(key.parent())))
              .findFirst();
      Table chosen = next.orElseGet(() -> left.values().iterator().next());
      left.remove(chosen.name());
      ordered.add(chosen);
    }
    return ordered;
  }

  /** The rule of a column; empty if the data has no such column. */
  public Optional<ColumnRule> rule(String table, String column) {
    TablePlan plan = plans.get(table);
    return plan == null || !plan.has(column) ? Optional.empty() : Optional.of(plan.rule(column));
  }

  /** What the data cannot be like, and why, one line each. */
  public List<String> limits() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "columns that are no keys are made independently of each other: conditions on two of them,"
            + " and joins that are not by keys, find other numbers of rows");
    lines.add(
        "rows that share the first columns of a key are everywhere as many, give or take one; where"
            + " some of yours have many more, the hottest rows cost less here");
    lines.addAll(schema.unknown());
    lines.addAll(limits.lines());
    return lines;
  }

  /** All sections, one after the other. */
  public String text() {
    return schemaSection() + "\n" + loadSections() + indexes + cleanupSection();
  }

  private String schemaSection() {
    StringBuilder made = new StringBuilder("--@ schema\n");
    for (TablePlan plan : plans.values()) {
      made.append(new TableText(plan.table(), schema.isPostgres()).create());
    }
    return made.toString();
  }

  private String loadSections() {
    StringBuilder made = new StringBuilder();
    for (TablePlan plan : plans.values()) {
      if (plan.rows().count() == 0 || plan.rules().isEmpty()) {
        continue;
      }
      made.append("--@ load ")
          .append(Names.variable(plan.table().name()))
          .append(" rows=")
          .append(plan.rows().text().replace(" ", ""))
          .append(" as=n\n");
      plan.variables()
          .forEach(
              (name, value) ->
                  made.append("\\set ").append(name).append(" ").append(value).append("\n"));
      Set<String> used = new LinkedHashSet<>(TAKEN);
      used.addAll(plan.variables().keySet());
      List<String> names = new ArrayList<>();
      List<String> values = new ArrayList<>();
      for (ColumnRule rule : plan.rules()) {
        names.add(quoted(rule.column().name()));
        String expression = rule.loadExpression();
        if (expression.equals(":n") || expression.equals("NULL")) {
          values.add(expression);
          continue;
        }
        String variable = Names.variable(rule.column().name());
        while (!used.add(variable)) {
          variable += "_";
        }
        made.append("\\set ").append(variable).append(" ").append(expression).append("\n");
        values.add(":" + variable);
      }
      made.append(
          wrapped(
              "INSERT INTO "
                  + quoted(plan.table().name())
                  + " ("
                  + String.join(", ", names)
                  + ") VALUES ("
                  + String.join(", ", values)
                  + ");"));
      made.append("\n");
    }
    return made.toString();
  }

  private String indexSection() {
    StringBuilder made = new StringBuilder();
    for (TablePlan plan : plans.values()) {
      made.append(new TableText(plan.table(), schema.isPostgres()).indexes(plan, limits));
    }
    for (TablePlan plan : plans.values()) {
      made.append(new TableText(plan.table(), schema.isPostgres()).foreignKeys(plans, limits));
    }
    return made.isEmpty() ? "" : "--@ index\n" + made + "\n";
  }

  private String cleanupSection() {
    List<String> names = new ArrayList<>(plans.keySet());
    names.sort(
        Comparator.comparing((String name) -> new ArrayList<>(plans.keySet()).indexOf(name))
            .reversed());
    StringBuilder made = new StringBuilder("--@ cleanup\n");
    for (String name : names) {
      made.append("DROP TABLE ").append(quoted(name)).append(";\n");
    }
    return made.toString();
  }

  private String quoted(String name) {
    return Names.quoted(name, schema.isPostgres());
  }

  /** At blanks, into lines that fit on a screen. */
  static String wrapped(String statement) {
    return WrappedText.of(statement, WIDTH) + "\n";
  }
}

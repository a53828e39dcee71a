package io.ibench.workload.simple;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the mistakes of a definition that its data show. Not thread-safe. */
final class DefinitionRules {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final Definition definition;
  private final Set<String> mistakes = new LinkedHashSet<>();
  private int found;

  /** What is not tried, because other mistakes would only follow from its own. */
  private final Set<Table> wrongTables = new HashSet<>();

  private final Set<Operation> wrongOperations = new HashSet<>();

  DefinitionRules(Definition definition) {
    this.definition = definition;
  }

  /** One line for each mistake. */
  Set<String> mistakes() {
    checkTables();
    checkOperations();
    checkGroups();
    checkChecks();
    return mistakes;
  }

  /** Whether rows of the table can be tried; valid after {@link #mistakes}. */
  boolean isRight(Table table) {
    return !wrongTables.contains(table);
  }

  /** Whether the operation can be tried; valid after {@link #mistakes}. */
  boolean isRight(Operation operation) {
    return !wrongOperations.contains(operation)
        && operation.commands().stream().map(Command::table).allMatch(this::isRight);
  }

  private void mistake(String where, String what) {
    mistakes.add(where + " " + what);
    found++;
  }

  static String of(Table table) {
    return "table " + table.name();
  }

  static String of(Operation operation) {
    return "operation " + operation.name();
  }

  private void checkTables() {
    if (definition.tables().isEmpty()) {
      mistake("the definition", "has no table");
    }
    Set<String> names = new HashSet<>();
    for (Definition.Source source : definition.tables()) {
      Table table = source.table();
      int before = found;
      requireName(of(table), table.name());
      requireNew(names, table.name(), of(table), "is defined twice");
      if (source.rows() < 0) {
        mistake(of(table), "has " + source.rows() + " rows; allowed: 0 or more");
      }
      checkColumns(table);
      checkIndexes(table);
      if (found > before) {
        wrongTables.add(table);
      }
    }
  }

  private void requireName(String where, String name) {
    if (!NAME.matcher(name).matches()) {
      mistake(where, "has no valid name; allowed: letters, digits and _, a letter first");
    }
  }

  private void requireNew(Set<String> names, String name, String where, String what) {
    if (!names.add(name)) {
      mistake(where, what);
    }
  }

  private void checkColumns(Table table) {
    if (table.columns().isEmpty()) {
      mistake(of(table), "has no column");
    }
    Set<String> names = new HashSet<>();
    for (Column column : table.columns()) {
      requireName(of(table) + ", column " + column.name() + ",", column.name());
      requireNew(names, column.name(), of(table), "has two columns " + column.name());
      if (!column.type().isNumber() && column.maxBytes() < 1) {
        mistake(of(table), "has the column " + column.name() + " of no bytes");
      }
    }
    if (table.primaryKey().isEmpty()) {
      mistake(of(table), "has no primary key");
    }
    requireColumns(of(table) + ", primary key,", table, table.primaryKey());
  }

  private void checkIndexes(Table table) {
    Set<String> names = new HashSet<>();
    for (Index index : table.indexes()) {
      requireNew(names, index.name(), of(table), "has two indexes " + index.name());
      requireColumns(of(table) + ", index " + index.name() + ",", table, index.columns());
    }
  }

  private void requireColumns(String where, Table table, Collection<String> columns) {
    for (String column : columns) {
      if (!table.columnNames().contains(column)) {
        mistake(
            where,
            "names the column "
                + column
                + ", which "
                + table.name()
                + " does not have; it has "
                + String.join(", ", table.columnNames()));
      }
    }
  }

  private void checkOperations() {
    if (definition.operations().isEmpty()) {
      mistake("the definition", "has no operation");
    }
    Set<String> names =
        definition.tables().stream()
            .map(source -> SimplePlan.loadName(source.table()))
            .collect(Collectors.toCollection(HashSet::new));
    for (Operation operation : definition.operations()) {
      int before = found;
      requireName(of(operation), operation.name());
      requireNew(names, operation.name(), of(operation), "has the name of another operation");
      if (!(operation.share() > 0) || Double.isInfinite(operation.share())) {
        mistake(of(operation), "has the share " + operation.share() + "; allowed: above 0");
      }
      if (operation.commands().isEmpty()) {
        mistake(of(operation), "has no command");
      }
      operation.commands().forEach(command -> checkCommand(of(operation), command));
      if (found > before) {
        wrongOperations.add(operation);
      }
    }
  }

  private void checkCommand(String where, Command command) {
    Table table = command.table();
    if (!isDefined(table)) {
      mistake(where, "uses the table " + table.name() + ", which is not defined");
    }
    requireColumns(where, table, command.where().stream().map(Condition::column).toList());
    if (command instanceof Command.Select select) {
      checkSelect(where, select);
    } else if (command instanceof Command.Insert insert) {
      checkInsert(where, insert);
    } else if (command instanceof Command.Upsert upsert) {
      requireColumns(where, table, upsert.columns());
      requireColumns(where, table, upsert.set());
    } else if (command instanceof Command.Update update) {
      checkUpdate(where, update);
    }
  }

  private boolean isDefined(Table table) {
    return definition.tables().stream().anyMatch(source -> source.table().equals(table));
  }

  private void checkSelect(String where, Command.Select select) {
    requireColumns(where, select.table(), select.columns());
    requireColumns(where, select.table(), select.orderBy());
    if (select.limit() > 0 && select.orderBy().isEmpty()) {
      mistake(where, "reads a limited number of rows without an order: each database may differ");
    }
    if (select.by().isPresent() && !select.table().indexes().contains(select.by().get())) {
      mistake(
          where,
          "uses the index "
              + select.by().get().name()
              + ", which "
              + select.table().name()
              + " does not have");
    }
  }

  private void checkInsert(String where, Command.Insert insert) {
    Table table = insert.table();
    requireColumns(where, table, insert.columns());
    List<String> missing = new ArrayList<>(table.columnNames());
    missing.removeAll(insert.columns());
    if (table.generatedKey()) {
      missing.removeAll(table.primaryKey());
    }
    if (!missing.isEmpty()) {
      mistake(where, "inserts no value for " + String.join(", ", missing));
    }
  }

  private void checkUpdate(String where, Command.Update update) {
    List<String> changed = new ArrayList<>();
    update.set().forEach(assign -> changed.add(assign.column()));
    update.add().forEach(add -> changed.add(add.column()));
    requireColumns(where, update.table(), changed);
    if (changed.isEmpty()) {
      mistake(where, "updates no column");
    }
    changed.stream()
        .filter(column -> Collections.frequency(changed, column) > 1)
        .forEach(column -> mistake(where, "changes the column " + column + " twice"));
    changed.retainAll(update.table().primaryKey());
    if (!changed.isEmpty()) {
      mistake(where, "changes the primary key " + String.join(", ", changed));
    }
  }

  private void checkGroups() {
    Set<String> known =
        definition.operations().stream().map(Operation::name).collect(Collectors.toSet());
    Set<String> members = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (Definition.Group group : definition.groups()) {
      String where = "group " + group.name();
      requireName(where, group.name());
      requireNew(names, group.name(), where, "is defined twice");
      if (group.operations().isEmpty()) {
        mistake(where, "has no operation");
      }
      for (String operation : group.operations()) {
        members.add(operation);
        if (!known.contains(operation)) {
          mistake(where, "names the operation " + operation + ", which is not defined");
        }
      }
    }
    for (Operation operation : definition.operations()) {
      if (!definition.groups().isEmpty() && !members.contains(operation.name())) {
        mistake(of(operation), "belongs to no group");
      }
    }
  }

  private void checkChecks() {
    for (Definition.CountCheck check : definition.countChecks()) {
      String where = "the check of " + check.parent().name() + "." + check.counter();
      requireColumns(where, check.parent(), List.of(check.counter()));
      requireColumns(where, check.child(), List.of(check.column()));
      if (!Definition.hasNumberedKey(check.parent())) {
        mistake(where, "needs a primary key of one LONG column in " + check.parent().name());
      }
      if (!isDefined(check.parent()) || !isDefined(check.child())) {
        mistake(where, "is about a table that is not defined");
      }
      if (!leadsAnIndex(check.child(), check.column())) {
        mistake(
            where,
            "needs an index of " + check.child().name() + " that begins with " + check.column());
      }
      checkConditions(where, check);
    }
    definition.sumChecks().forEach(this::checkSum);
  }

  private void checkConditions(String where, Definition.CountCheck check) {
    requireColumns(
        where, check.child(), check.where().stream().map(Condition::column).distinct().toList());
    for (Condition condition : check.where()) {
      String column = condition.column();
      if (condition.takesParameter()) {
        mistake(where, "compares " + column + " with a parameter; allowed: a constant");
      } else if (check.child().columnNames().contains(column)
          && !check.child().column(column).type().isNumber()) {
        mistake(where, "compares " + column + ", which is no number");
      }
    }
  }

  private static boolean leadsAnIndex(Table table, String column) {
    return table.primaryKey().indexOf(column) == 0
        || table.indexes().stream().anyMatch(index -> index.columns().indexOf(column) == 0);
  }

  private void checkSum(Definition.SumCheck check) {
    String where = "the check of " + check.table().name() + "." + check.column();
    requireColumns(where, check.table(), List.of(check.column()));
    if (!isDefined(check.table())) {
      mistake(where, "is about a table that is not defined");
    }
    if (check.table().columnNames().contains(check.column())
        && !check.table().column(check.column()).type().isWholeNumber()) {
      mistake(where, "is about no whole numbers, which have an exact sum");
    }
    for (Operation operation : definition.operations()) {
      for (Command command : operation.commands()) {
        if (command.table().equals(check.table()) && changesOtherwise(command, check.column())) {
          mistake(
              where,
              "does not work with "
                  + of(operation)
                  + ", which changes the sum otherwise than by add");
        }
      }
    }
  }

  private static boolean changesOtherwise(Command command, String column) {
    return command instanceof Command.Update update
        ? update.set().stream().anyMatch(assign -> assign.column().equals(column))
        : !(command instanceof Command.Select);
  }
}

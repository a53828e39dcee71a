package io.ibench.workload.simple;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks a definition before any database is touched: it calls each binder a few times with
 * commands that have no database, and collects the mistakes. Not thread-safe.
 */
final class Rehearsal {

  /** The binder of a row sees the first rows, the last one, and some between. */
  private static final int TRIALS = 16;

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final String LOAD = "LOAD_";

  private final Definition definition;
  private final long seed;
  private final Set<String> mistakes = new LinkedHashSet<>();
  private final List<Plan.Example> examples = new ArrayList<>();
  private final Set<Operation> resolvable = new HashSet<>();

  Rehearsal(Definition definition, long seed) {
    this.definition = definition;
    this.seed = seed;
    mistakes.addAll(definition.mistakes());
  }

  /** One line for each mistake. */
  List<String> mistakes() {
    checkTables();
    checkOperations();
    checkGroups();
    checkChecks();
    if (mistakes.isEmpty()) {
      definition.tables().forEach(this::tryRows);
      definition.operations().forEach(this::tryOperation);
    }
    return List.copyOf(mistakes);
  }

  /** Each command of each operation, with the values of its first trial. */
  List<Plan.Example> examples() {
    return List.copyOf(examples);
  }

  /** Operations that insert a row with a key of {@link Values#next}: it shows their outcome. */
  Set<Operation> resolvable() {
    return resolvable;
  }

  private void mistake(String where, String what) {
    mistakes.add(where + " " + what);
  }

  private static String of(Table table) {
    return "table " + table.name();
  }

  private static String of(Operation operation) {
    return "operation " + operation.name();
  }

  private void checkTables() {
    if (definition.tables().isEmpty()) {
      mistake("the definition", "has no table");
    }
    Set<String> names = new HashSet<>();
    for (Definition.Source source : definition.tables()) {
      Table table = source.table();
      requireName(of(table), table.name());
      requireNew(names, table.name(), of(table), "is defined twice");
      if (source.rows() < 0) {
        mistake(of(table), "has " + source.rows() + " rows; allowed: 0 or more");
      }
      checkColumns(table);
      checkIndexes(table);
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
            .map(source -> loadName(source.table()))
            .collect(Collectors.toCollection(HashSet::new));
    for (Operation operation : definition.operations()) {
      requireName(of(operation), operation.name());
      requireNew(names, operation.name(), of(operation), "has the name of another operation");
      if (!(operation.share() > 0) || Double.isInfinite(operation.share())) {
        mistake(of(operation), "has the share " + operation.share() + "; allowed: above 0");
      }
      if (operation.commands().isEmpty()) {
        mistake(of(operation), "has no command");
      }
      operation.commands().forEach(command -> checkCommand(of(operation), command));
    }
  }

  /** The name of the operation that loads a table. */
  static String loadName(Table table) {
    return LOAD + table.name().toUpperCase(Locale.ROOT);
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
    if (insert.maxBatch() != 1) {
      mistake(where, "inserts batches; allowed: one row for each command");
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
    }
    definition.sumChecks().forEach(this::checkSum);
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

  private Values values(Random64 random) {
    int most =
        definition.operations().stream().mapToInt(each -> each.commands().size()).max().orElse(1);
    KeySpace[] keys =
        definition.tables().stream()
            .filter(source -> Definition.hasNumberedKey(source.table()))
            .map(source -> KeySpace.fixed(source.table(), source.rows()))
            .toArray(KeySpace[]::new);
    Values values = new Values(random, keys, most);
    values.at(1_700_000_000_000L);
    return values;
  }

  private void tryRows(Definition.Source source) {
    RowSource rows = new RowSource(source, seed);
    Random64 random = new Random64(seed);
    Values values = values(random);
    for (int i = 0; i < TRIALS && i < source.rows(); i++) {
      long number = i == TRIALS - 1 ? source.rows() : 1 + i * (source.rows() / TRIALS);
      TrialPrepared row = new TrialPrepared(rows.insert(1));
      String where = of(source.table()) + ", row " + number + ",";
      if (!attempt(where, () -> rows.bind(row, number, random, values), List.of(row))) {
        return;
      }
    }
  }

  private void tryOperation(Operation operation) {
    Random64 random = new Random64(Random64.hash(seed, operation.name()));
    Values values = values(random);
    for (int i = 0; i < TRIALS; i++) {
      List<TrialPrepared> trials = operation.commands().stream().map(TrialPrepared::new).toList();
      Prepared[] commands = trials.toArray(Prepared[]::new);
      Runnable binding =
          () -> {
            operation.bind(commands, values);
            for (int command = 0; command < commands.length; command++) {
              operation.bindBefore(command, commands, values);
              values.executed(command, 1);
            }
          };
      if (!attempt(of(operation), binding, trials)) {
        return;
      }
      if (i == 0) {
        rememberExamples(operation, trials);
        rememberResolvable(operation, trials, values);
      }
    }
  }

  /** Returns whether the binder worked and has bound everything. */
  private boolean attempt(String where, Runnable binding, List<TrialPrepared> commands) {
    try {
      binding.run();
    } catch (IllegalArgumentException | IllegalStateException | NoSuchElementException e) {
      mistake(where, "cannot be bound: " + e.getMessage());
      return false;
    } catch (RuntimeException e) {
      mistake(where, "cannot be bound: " + e);
      return false;
    }
    for (TrialPrepared command : commands) {
      if (!command.unbound().isEmpty()) {
        mistake(where, "does not bind " + String.join(", ", command.unbound()));
        return false;
      }
    }
    return true;
  }

  private void rememberExamples(Operation operation, List<TrialPrepared> trials) {
    for (int i = 0; i < trials.size(); i++) {
      examples.add(
          new Plan.Example(operation.name(), operation.commands().get(i), trials.get(i).values()));
    }
  }

  private void rememberResolvable(Operation operation, List<TrialPrepared> trials, Values values) {
    for (int i = 0; i < trials.size(); i++) {
      if (operation.commands().get(i) instanceof Command.Insert insert
          && Definition.hasNumberedKey(insert.table())) {
        int key = insert.columns().indexOf(insert.table().primaryKey().get(0));
        if (key >= 0 && trials.get(i).number(key) == values.last(insert.table())) {
          resolvable.add(operation);
        }
      }
    }
  }
}

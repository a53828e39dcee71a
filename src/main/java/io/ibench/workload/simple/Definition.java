package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import io.ibench.workload.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a simple workload consists of: tables with their loaded rows, operations with their shares,
 * and checks. Not thread-safe; {@link #plan} reports every mistake in it at once.
 */
public final class Definition {

  /** A table, and how the load fills it. */
  record Source(Table table, long rows, Binder.OfRow binder) {}

  /** Threads of their own, which choose among these operations. */
  record Group(String name, List<String> operations) {}

  /**
   * A parent's counter is the number of its children that fulfil the conditions.
   *
   * @param where comparisons with constants
   */
  record CountCheck(
      Table parent, String counter, Table child, String column, List<Condition> where) {

    CountCheck {
      where = List.copyOf(where);
    }

    /** Such as {@code messages where unread = 1}. */
    String children() {
      String conditions =
          where.stream()
              .map(condition -> ConditionText.of(child, condition))
              .collect(Collectors.joining(" and "));
      return child.name() + (where.isEmpty() ? "" : " where " + conditions);
    }
  }

  /** The sum of a column is what the load has inserted, and what updates have added. */
  record SumCheck(Table table, String column) {}

  /** A check by the workload itself. */
  record NamedCheck(String name, Check check) {}

  private final List<Source> tables = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<CountCheck> countChecks = new ArrayList<>();
  private final List<SumCheck> sumChecks = new ArrayList<>();
  private final List<NamedCheck> checks = new ArrayList<>();
  private final Map<String, String> dataSettings = new LinkedHashMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private boolean mistakesIgnored;

  /**
   * A table. Its rows are loaded in the order of the tables, by all threads of the load together.
   *
   * @param rows that the load inserts
   * @param binder binds each row
   * @return the same table
   */
  public Table table(Table table, long rows, Binder.OfRow binder) {
    tables.add(new Source(table, rows, binder));
    return table;
  }

  /**
   * An operation of one command, which commits by itself.
   *
   * @param name in capitals, by custom
   * @param share of the operations, above 0, in any unit: shares are relative to their sum
   */
  public Operation operation(String name, double share, Command command, Binder binder) {
    return add(new Operation(name, share, false, List.of(command), binder, null));
  }

  /**
   * A transaction: it begins, executes the commands in order, and commits with the last one.
   *
   * @param binder binds the parameters of all commands
   */
  public Operation transaction(
      String name, double share, Binder.OfTransaction binder, Command... commands) {
    return add(new Operation(name, share, true, List.of(commands), null, binder));
  }

  private Operation add(Operation operation) {
    operations.add(operation);
    return operation;
  }

  /**
   * Gives these operations to threads of their own, with their own keys: {@code
   * request.<group>.threads}, {@code .rate}, {@code .pacing} and {@code .mix}. With one group, each
   * operation belongs to a group.
   */
  public void group(String name, String... members) {
    groups.add(new Group(name, List.of(members)));
  }

  /**
   * {@code verify} checks for each row of the parent that its counter is the number of children
   * whose column is its key. Operations must change both in one transaction. An index of the child
   * that begins with the column makes it fast.
   *
   * @param where of the children, only those that fulfil all of these are counted; each compares a
   *     number with a constant
   */
  public void checkCount(
      Table parent, String counter, Table child, String column, Condition... where) {
    countChecks.add(new CountCheck(parent, counter, child, column, List.of(where)));
  }

  /**
   * {@code verify} checks that the sum of a column is what the load has inserted, and what updates
   * have added since ({@link Command.Update#add}). No operation may change it in another way, or
   * insert or delete rows of the table.
   */
  public void checkSum(Table table, String column) {
    SumCheck check = new SumCheck(table, column);
    if (!sumChecks.contains(check)) {
      sumChecks.add(check);
    }
  }

  /** {@code verify} also executes this check. */
  public void check(String name, Check check) {
    checks.add(new NamedCheck(name, check));
  }

  /**
   * A setting that determines the loaded data; a run with another value is refused on this data.
   *
   * @param value one line, in a canonical form
   */
  public void dataSetting(String key, String value) {
    dataSettings.put(key, value);
  }

  /** Reports a mistake of the definition together with the others. */
  public void mistake(String line) {
    mistakes.add(line);
  }

  /** From now on mistakes are not reported: they may follow from a key that has a problem. */
  void ignoreMistakes() {
    mistakesIgnored = true;
  }

  boolean areMistakesIgnored() {
    return mistakesIgnored;
  }

  /** Warns of something that is allowed, and probably not meant. */
  public void warning(String line) {
    warnings.add(line);
  }

  /**
   * Reads the steps, checks everything and records each mistake in {@code config}.
   *
   * @param workload the name of the workload
   * @return the plan; meaningless when problems were recorded
   */
  public Plan plan(String workload, Config config) {
    return SimplePlan.of(workload, this, config);
  }

  /** Whether the primary key is one LONG column: then keys are the numbers of rows. */
  static boolean hasNumberedKey(Table table) {
    return table.primaryKey().size() == 1
        && table.columnNames().containsAll(table.primaryKey())
        && table.column(table.primaryKey().get(0)).type() == ColumnType.LONG;
  }

  List<Source> tables() {
    return tables;
  }

  List<Operation> operations() {
    return operations;
  }

  List<Group> groups() {
    return groups;
  }

  List<CountCheck> countChecks() {
    return countChecks;
  }

  List<SumCheck> sumChecks() {
    return sumChecks;
  }

  List<NamedCheck> checks() {
    return checks;
  }

  Map<String, String> dataSettings() {
    return dataSettings;
  }

  List<String> mistakes() {
    return mistakes;
  }

  List<String> warnings() {
    return warnings;
  }
}

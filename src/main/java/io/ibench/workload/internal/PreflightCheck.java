package io.ibench.workload.internal;

import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a plan's steps before the first of them runs. Refuses the plan when a step could not work,
 * or would destroy tables that are not ibench's. Changes nothing.
 */
final class PreflightCheck {

  private final Plan plan;
  private final RegisteredDataset dataset;
  private final Set<OverrideFlag> allowed;
  private final List<String> reasons = new ArrayList<>();
  private final Set<String> remarks = new LinkedHashSet<>();
  private List<Table> existing = new ArrayList<>();
  private DataState data = DataState.AS_FOUND;
  private boolean tablesAsFound = true;
  private boolean indexed;
  private boolean drops;
  private boolean replaces;
  private Optional<Step> underWay = Optional.empty();

  /** What the tables hold after the steps checked so far. */
  private enum DataState {
    AS_FOUND,
    NONE,
    LOADED_BY_THIS_RUN
  }

  PreflightCheck(Plan plan, RegisteredDataset dataset, Set<OverrideFlag> allowed) {
    this.plan = plan;
    this.dataset = dataset;
    this.allowed = allowed;
  }

  /**
   * For a run that goes on: an earlier process may have done a part of the first step.
   *
   * @param loaded the run has loaded the tables, so that they have the indexes that its steps made
   */
  PreflightCheck resumed(boolean loaded) {
    underWay = plan.steps().stream().findFirst();
    indexed = loaded;
    return this;
  }

  private boolean isUnderWay(Step step) {
    return underWay.equals(Optional.of(step));
  }

  /** Returns the differences between the run and the data that the user has allowed. */
  List<String> check() throws DatabaseException, RefusedException {
    if (!dataset.keepsData()) {
      return List.of();
    }
    existing = new ArrayList<>(tables());
    existing.removeAll(dataset.missing());
    for (Step step : plan.steps()) {
      check(step);
      if (!reasons.isEmpty()) {
        throw new RefusedException(reasons);
      }
    }
    return List.copyOf(remarks);
  }

  /** Whether existing tables would be dropped and created again; valid after {@link #check}. */
  boolean replacesTables() {
    return replaces;
  }

  private List<Table> tables() {
    return plan.tables().stream().map(Plan.LoadedTable::table).toList();
  }

  private void check(Step step) throws DatabaseException {
    switch (step.use()) {
      case DROPS -> drops(step);
      case CREATES -> creates(step);
      case LOADS -> loads(step);
      case INDEXES -> indexes(step);
      case WRITES, READS, VERIFIES -> needsData(step);
    }
  }

  private void drops(Step step) {
    List<Table> foreign =
        data != DataState.AS_FOUND
            ? List.of()
            : existing.stream().filter(table -> !dataset.isMade(table)).toList();
    if (!foreign.isEmpty() && !allowed.contains(OverrideFlag.DROP_FOREIGN)) {
      reasons.add(
          step.name()
              + " would remove "
              + names(foreign)
              + ", which ibench did not make (no row in ibench_tables); --drop-foreign lets"
              + " it");
    }
    drops = !existing.isEmpty();
    existing.clear();
    data = DataState.NONE;
    tablesAsFound = false;
  }

  private void creates(Step step) {
    if (!existing.isEmpty()) {
      reasons.add(
          step.name()
              + " finds "
              + names(existing)
              + " there already; to work on the data leave out create and load, or "
              + loadAgain());
    }
    existing.addAll(tables());
    data = DataState.NONE;
    tablesAsFound = false;
    replaces |= drops;
  }

  private void loads(Step step) throws DatabaseException {
    needsTables(step);
    needsSameTables(step, false);
    List<Table> full = new ArrayList<>();
    boolean goesOn = isUnderWay(step) && dataset.isLoading();
    if (data == DataState.AS_FOUND && reasons.isEmpty() && !goesOn) {
      for (Table table : existing) {
        if (!dataset.isEmpty(table)) {
          full.add(table);
        }
      }
    }
    if (data == DataState.LOADED_BY_THIS_RUN) {
      full.addAll(existing);
    }
    if (!full.isEmpty()) {
      reasons.add(
          step.name()
              + " needs empty tables, but "
              + names(full)
              + " would hold data already; to work on it leave out load, or "
              + loadAgain());
    }
    data = DataState.LOADED_BY_THIS_RUN;
  }

  private void indexes(Step step) throws DatabaseException {
    needsTables(step);
    needsSameTables(step, false);
    if (reasons.isEmpty() && tablesAsFound && !isUnderWay(step)) {
      for (Table table : existing) {
        refuseIndexed(step, table);
      }
    }
    indexed = true;
  }

  /** The server would refuse an existing index in the middle of the run. */
  private void refuseIndexed(Step step, Table table) throws DatabaseException {
    List<String> present = new ArrayList<>();
    int without = dataset.differences(table.with(List.of())).size();
    for (Index index : table.indexes()) {
      if (dataset.differences(table.with(List.of(index))).size() == without) {
        present.add(index.name());
      }
    }
    if (!present.isEmpty()) {
      reasons.add(
          step.name()
              + " would make "
              + String.join(", ", present)
              + ", which "
              + table.name()
              + " has already; leave out "
              + step.name());
    }
  }

  /** Tables of the right names may have other columns. */
  private void needsSameTables(Step step, boolean withIndexes) throws DatabaseException {
    if (reasons.isEmpty()) {
      unlessAsIs(step, differences(withIndexes));
    }
  }

  private List<String> differences(boolean withIndexes) throws DatabaseException {
    List<String> lines = new ArrayList<>();
    if (tablesAsFound) {
      for (Table table : existing) {
        Table needed = withIndexes && !indexed ? table : table.with(List.of());
        for (String difference : dataset.differences(needed)) {
          lines.add(table.name() + " is not as ibench makes it: " + difference);
        }
      }
    }
    return lines;
  }

  private void unlessAsIs(Step step, List<String> lines) {
    if (allowed.contains(OverrideFlag.AS_IS)) {
      remarks.addAll(lines);
    } else if (!lines.isEmpty()) {
      lines.forEach(line -> reasons.add(step.name() + ": " + line));
      reasons.add("--as-is lets it work on the data as it is, and the result says so");
    }
  }

  private void needsTables(Step step) {
    List<Table> missing = new ArrayList<>(tables());
    missing.removeAll(existing);
    if (!missing.isEmpty()) {
      reasons.add(
          step.name()
              + " needs "
              + names(tables())
              + ", but there is no "
              + names(missing)
              + "; load first with steps = "
              + stepsThatLoad());
    }
  }

  private void needsData(Step step) throws DatabaseException {
    needsTables(step);
    if (!reasons.isEmpty()) {
      return;
    }
    if (data == DataState.LOADED_BY_THIS_RUN) {
      needsSameTables(step, step.use() == TableUse.WRITES);
      return;
    }
    if (data == DataState.NONE) {
      reasons.add(step.name() + " finds empty tables; begin with steps = " + stepsThatLoad());
      return;
    }
    Optional<Row> incomplete =
        existing.stream()
            .flatMap(table -> dataset.row(table).stream())
            .filter(row -> row.state() != State.LOADED)
            .findFirst();
    if (incomplete.isPresent()) {
      reasons.add(incomplete(step, incomplete.get()));
      return;
    }
    contradicts(step);
  }

  private String incomplete(Step step, Row row) {
    String what =
        row.state() == State.LOADING
            ? " was never completed (run " + row.runId() + " loaded it); "
            : " was never begun (run " + row.runId() + " created the table); ";
    return step.name() + " needs loaded data, but the load of " + row.table() + what + loadAgain();
  }

  private void contradicts(Step step) throws DatabaseException {
    List<String> lines = new ArrayList<>(differences(step.use() == TableUse.WRITES));
    List<Table> unknown = existing.stream().filter(table -> dataset.row(table).isEmpty()).toList();
    if (!unknown.isEmpty()) {
      lines.add("ibench did not load " + names(unknown) + " (no row in ibench_tables)");
    }
    lines.addAll(dataset.contradictions());
    unlessAsIs(step, lines);
  }

  private String loadAgain() {
    return "load again with steps = drop, " + stepsThatLoad();
  }

  /** How {@code steps} begins in a run that creates and loads the tables. */
  private String stepsThatLoad() {
    Set<TableUse> first = EnumSet.of(TableUse.CREATES, TableUse.LOADS, TableUse.INDEXES);
    return plan.kinds().entrySet().stream()
        .filter(kind -> first.contains(kind.getValue().use()))
        .map(kind -> kind.getKey() + ", ")
        .collect(Collectors.joining("", "", "..."));
  }

  private static String names(List<Table> tables) {
    return tables.stream().map(Table::name).collect(Collectors.joining(", "));
  }
}

package io.ibench.workload;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The tables of a plan as one run finds and leaves them. Whatever makes, fills, changes or drops
 * them goes through here, so that {@link TableRegister} always says what they hold. Thread-safe;
 * reading never waits for the database.
 */
public final class Dataset {

  private final Plan plan;
  private final Database database;
  private final TableRegister register;
  private final String workload;
  private final String runId;
  private final long ordinal;
  private volatile Map<String, Row> rows;
  private volatile Set<OverrideFlag> consents = EnumSet.noneOf(OverrideFlag.class);
  private volatile List<String> remarks = List.of();

  private Dataset(
      Plan plan, Database database, TableRegister register, String workload, String runId)
      throws DatabaseException {
    this.plan = plan;
    this.database = database;
    this.register = register;
    this.workload = workload;
    this.runId = runId;
    this.rows = Map.copyOf(register.rows(names(plan)));
    this.ordinal = worksBeforeItLoads(plan) ? runsServed() : 0;
  }

  /**
   * Looks at what there is; changes nothing.
   *
   * @param runId the name of the run that begins
   */
  public static Dataset read(Plan plan, Database database, String workload, String runId)
      throws DatabaseException {
    return new Dataset(plan, database, new TableRegister(database), workload, runId);
  }

  private static List<String> names(Plan plan) {
    return plan.tables().stream().map(loaded -> loaded.table().name()).toList();
  }

  private static boolean worksBeforeItLoads(Plan plan) {
    return plan.steps().stream()
        .map(plan::use)
        .filter(use -> use == TableUse.LOADS || use == TableUse.WRITES)
        .findFirst()
        .filter(use -> use == TableUse.WRITES)
        .isPresent();
  }

  /**
   * Decides whether the plan's steps may run on what there is, and tries whether tables that would
   * be dropped could be made again; changes nothing.
   *
   * @throws RefusedException with the reasons
   * @throws DatabaseException also when the tables could not be made again
   */
  public void admit(Set<OverrideFlag> given) throws DatabaseException, RefusedException {
    PreflightCheck admission = new PreflightCheck(plan, this, given);
    remarks = admission.check();
    consents = EnumSet.noneOf(OverrideFlag.class);
    consents.addAll(given);
    if (admission.replacesTables()) {
      new TrialDdl(database).of(plan.tables().stream().map(Plan.LoadedTable::table).toList());
    }
  }

  /** How many runs had worked on the data before this one; every worker's stream depends on it. */
  public long ordinal() {
    return ordinal;
  }

  /** The run that loaded the data, this one if it has a load; empty when nobody knows. */
  public Optional<String> loadedBy() {
    boolean loads = plan.steps().stream().anyMatch(step -> plan.use(step) == TableUse.LOADS);
    return loads && database.keepsData()
        ? Optional.of(runId)
        : rows.values().stream()
            .filter(row -> row.state() == State.LOADED)
            .map(Row::runId)
            .findFirst();
  }

  /** How many runs have worked on the data by now. */
  public long runsServed() {
    return rows.values().stream().mapToLong(Row::runsServed).max().orElse(0);
  }

  /** In what the run differs from the data, by the user's consent; one line each. */
  public List<String> remarks() {
    return remarks;
  }

  /** What the register says of a table, if anything. */
  public Optional<Row> row(Table table) {
    return Optional.ofNullable(rows.get(table.name()));
  }

  /** What each table holds; empty when that is not known of all of them. */
  public Optional<Map<String, Map<String, Long>>> totals() {
    Map<String, Row> now = rows;
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (String name : names(plan)) {
      Row row = now.get(name);
      if (row == null || row.state() != State.LOADED || row.totals().isEmpty()) {
        return Optional.empty();
      }
      totals.put(name, row.totals().get());
    }
    return Optional.of(totals);
  }

  /** In what the plan differs from what the tables were loaded with, one line each. */
  public List<String> contradictions() {
    return SettingMismatches.of(workload, plan, rows.values());
  }

  /** Those of the plan's tables that there are not. */
  public List<Table> missing() throws DatabaseException {
    List<Table> missing = new ArrayList<>();
    for (Plan.LoadedTable loaded : plan.tables()) {
      if (database.keepsData() && !database.exists(loaded.table().name())) {
        missing.add(loaded.table());
      }
    }
    return missing;
  }

  /** Whether there is data to ask about at all. */
  boolean isKept() {
    return database.keepsData();
  }

  /** In what a table that there is is not the one of the plan, one line each. */
  List<String> differences(Table table) throws DatabaseException {
    return database.differences(table);
  }

  /** Whether a table that there is has no row. */
  boolean isEmpty(Table table) throws DatabaseException {
    try (Session session = database.session()) {
      return session
              .prepare(
                  new Command.Select(
                      table,
                      table.primaryKey(),
                      List.of(),
                      Optional.empty(),
                      table.primaryKey(),
                      false,
                      1,
                      0))
              .execute()
          == 0;
    }
  }

  /** Creates a table. Until its row is written it counts as somebody else's. */
  public synchronized void create(Table table) throws DatabaseException {
    database.create(table);
    put(List.of(row(table, 0, State.CREATED, true)));
  }

  /**
   * Drops a table, if there is one. Its row goes first: when something happens in between, the
   * table counts as somebody else's.
   *
   * @return whether there was one
   * @throws DatabaseException of kind DENIED for a table that ibench did not make, without consent
   */
  public synchronized boolean drop(Table table) throws DatabaseException {
    boolean exists = database.exists(table.name());
    boolean made = row(table).map(Row::made).orElse(false);
    if (exists && !made && !consents.contains(OverrideFlag.DROP_FOREIGN)) {
      throw new DatabaseException(
          FailureKind.DENIED,
          "ibench did not make the table " + table.name() + " and does not drop it");
    }
    register.remove(table.name());
    Map<String, Row> left = new LinkedHashMap<>(rows);
    left.remove(table.name());
    rows = Map.copyOf(left);
    if (exists) {
      database.drop(table.name());
    }
    return exists;
  }

  /**
   * A load begins. Call it before the first row is written.
   *
   * @param loadMillis the time that loaded data will bear
   */
  public synchronized void loading(long loadMillis) throws DatabaseException {
    List<Row> begun = new ArrayList<>();
    for (Plan.LoadedTable loaded : plan.tables()) {
      boolean made = row(loaded.table()).map(Row::made).orElse(false);
      begun.add(row(loaded.table(), loadMillis, State.LOADING, made));
    }
    put(begun);
  }

  private Row row(Table table, long loadMillis, State state, boolean made) {
    Map<String, String> settings = plan.dataSettings();
    long seed = Long.parseLong(settings.get(StepKeys.SEED.name()));
    return new Row(
        table.name(),
        workload,
        runId,
        0,
        seed,
        loadMillis,
        settings,
        Optional.empty(),
        state,
        made);
  }

  /**
   * The load is over.
   *
   * @param totals of each table
   */
  public synchronized void loaded(Map<String, Map<String, Long>> totals) throws DatabaseException {
    change(row -> row.loaded(totals.getOrDefault(row.table(), Map.of())));
  }

  /**
   * A step begins to write. Call it before its first write: from now on totals are unknown, and the
   * run has been served.
   */
  public synchronized void working() throws DatabaseException {
    change(row -> row.working(ordinal + 1));
  }

  /**
   * A step has written, and everything it wrote is known.
   *
   * @param totals of each table
   */
  public synchronized void worked(Map<String, Map<String, Long>> totals) throws DatabaseException {
    change(row -> row.worked(totals.getOrDefault(row.table(), Map.of())));
  }

  private void change(UnaryOperator<Row> change) throws DatabaseException {
    put(rows.values().stream().map(change).toList());
  }

  private void put(List<Row> changed) throws DatabaseException {
    register.write(changed);
    if (isKept()) {
      Map<String, Row> all = new LinkedHashMap<>(rows);
      changed.forEach(row -> all.put(row.table(), row));
      rows = Map.copyOf(all);
    }
  }
}

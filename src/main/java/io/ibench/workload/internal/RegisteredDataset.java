package io.ibench.workload.internal;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import io.ibench.workload.DataRegister;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.TableUse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A dataset whose state is kept in {@link TableRegister}. Each change is written there before the
 * tables change. Thread-safe.
 */
public final class RegisteredDataset implements DataRegister {

  private final Plan plan;
  private final Database database;
  private final TableRegister register;
  private final String workload;
  private final String runId;
  private final long ordinal;
  private volatile Map<String, Row> rows;
  private volatile Set<OverrideFlag> allowed = EnumSet.noneOf(OverrideFlag.class);
  private volatile List<String> remarks = List.of();

  /** Another process of the same run makes the changes; this one only knows of them. */
  private volatile boolean follows;

  /** Why nothing is recorded; empty: everything is. */
  private volatile Optional<String> unrecorded = Optional.empty();

  private RegisteredDataset(
      Plan plan,
      Database database,
      TableRegister register,
      String workload,
      String runId,
      OptionalLong ordinal)
      throws DatabaseException {
    this.plan = plan;
    this.database = database;
    this.register = register;
    this.workload = workload;
    this.runId = runId;
    this.rows = Map.copyOf(register.rows(names(plan)));
    this.ordinal =
        ordinal.isPresent() ? ordinal.getAsLong() : worksBeforeItLoads(plan) ? runsServed() : 0;
  }

  /**
   * Reads the register; changes nothing.
   *
   * @param runId the name of this run
   */
  public static RegisteredDataset read(Plan plan, Database database, String workload, String runId)
      throws DatabaseException {
    return new RegisteredDataset(
        plan, database, new TableRegister(database), workload, runId, OptionalLong.empty());
  }

  /**
   * Reads the register for a run that goes on; changes nothing.
   *
   * @param plan begins with the first step that is not over
   * @param runId the name of the run from its beginning on
   * @param ordinal of the run from its beginning on
   */
  public static RegisteredDataset resumed(
      Plan plan, Database database, String workload, String runId, long ordinal)
      throws DatabaseException {
    TableRegister register = new TableRegister(database);
    return new RegisteredDataset(
        plan, database, register, workload, runId, OptionalLong.of(ordinal));
  }

  /**
   * Checks whether a run can go on, as {@link #admit}. Its first step may be under way.
   *
   * @param loaded whether the run itself has loaded the tables, or loads them now
   * @param asIs whether the user has allowed the run to work on other data than its own
   * @throws RefusedException also when another run has worked on the tables meanwhile
   */
  public void admitResumed(boolean loaded, boolean asIs)
      throws DatabaseException, RefusedException {
    boolean loadsAgain =
        !isLoading() && plan.steps().stream().anyMatch(step -> step.use() == TableUse.LOADS);
    List<String> reasons = new ArrayList<>();
    for (Row row : loadsAgain ? List.<Row>of() : List.copyOf(rows.values())) {
      if (loaded && !row.runId().equals(runId)) {
        reasons.add(row.table() + " was loaded by run " + row.runId() + " meanwhile");
      } else if (row.runsServed() > ordinal + 1) {
        reasons.add("another run has worked on " + row.table() + " meanwhile");
      }
    }
    if (!reasons.isEmpty()) {
      throw new RefusedException(reasons);
    }
    allowed = EnumSet.noneOf(OverrideFlag.class);
    if (asIs) {
      allowed.add(OverrideFlag.AS_IS);
    }
    Optional<TableUse> first = plan.steps().stream().findFirst().map(Step::use);
    if (first.equals(Optional.of(TableUse.DROPS)) && isHalfDropped()) {
      allowed.add(OverrideFlag.DROP_FOREIGN);
    }
    remarks = new PreflightCheck(plan, this, allowed).resumed(loaded).check();
  }

  /**
   * Whether each table without a row in the register looks as ibench makes it: the run has removed
   * the row, and was killed before it dropped the table.
   */
  private boolean isHalfDropped() throws DatabaseException {
    for (Plan.LoadedTable loaded : plan.tables()) {
      if (isWithoutRow(loaded.table()) && !isAsPlanned(loaded.table())) {
        return false;
      }
    }
    return true;
  }

  private boolean isWithoutRow(Table table) throws DatabaseException {
    return row(table).isEmpty() && database.exists(table.name());
  }

  private boolean isAsPlanned(Table table) throws DatabaseException {
    return table.hasKnownColumns() && differences(table.with(List.of())).isEmpty();
  }

  /**
   * Whether the first step is a load that this run has begun. The run may have been killed when all
   * rows were loaded.
   */
  public boolean isLoading() {
    return plan.steps().stream().findFirst().filter(it -> it.use() == TableUse.LOADS).isPresent()
        && !rows.isEmpty()
        && rows.values().stream()
            .allMatch(
                row ->
                    row.state() != State.CREATED
                        && row.runsServed() == 0
                        && row.runId().equals(runId));
  }

  /** The time of the rows that this run or an earlier one loads or has loaded; 0 before a load. */
  public long loadMillis() {
    return rows.values().stream().mapToLong(Row::loadMillis).max().orElse(0);
  }

  /**
   * Drops the tables that this run has created, and that are still without a load. It may have been
   * killed before a table had its row.
   */
  public void dropCreated() throws DatabaseException {
    for (Plan.LoadedTable loaded : plan.tables()) {
      Optional<Row> row = row(loaded.table());
      if (row.filter(it -> it.state() == State.CREATED && it.runId().equals(runId)).isPresent()) {
        drop(loaded.table());
      } else if (isWithoutRow(loaded.table())
          && isAsPlanned(loaded.table())
          && isEmpty(loaded.table())) {
        database.drop(loaded.table().name());
      }
    }
  }

  /** Leaves all changes to another process of the same run, and notes them as if it made them. */
  public void followLeader() {
    follows = true;
  }

  private static List<String> names(Plan plan) {
    return plan.tables().stream().map(loaded -> loaded.table().name()).toList();
  }

  private static boolean worksBeforeItLoads(Plan plan) {
    return plan.steps().stream()
        .map(Step::use)
        .filter(use -> use == TableUse.LOADS || use == TableUse.WRITES)
        .findFirst()
        .filter(use -> use == TableUse.WRITES)
        .isPresent();
  }

  /**
   * Checks whether the plan's steps can run on the existing tables. When these would be dropped,
   * also tries whether they could be created again. Changes nothing.
   *
   * @throws RefusedException with the reasons
   * @throws DatabaseException also when the tables could not be created again
   */
  public void admit(Set<OverrideFlag> overrides) throws DatabaseException, RefusedException {
    refuseTooManyStatements();
    PreflightCheck check = new PreflightCheck(plan, this, overrides);
    remarks = check.check();
    allowed = EnumSet.noneOf(OverrideFlag.class);
    allowed.addAll(overrides);
    if (check.replacesTables() && !follows) {
      tryDdl();
    }
  }

  private void tryDdl() throws DatabaseException, RefusedException {
    try {
      new TrialDdl(database).of(plan.tables().stream().map(Plan.LoadedTable::table).toList());
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites()) {
        throw e;
      }
      throw new RefusedException(List.of(e.kind().label() + ": " + e.getMessage()));
    }
  }

  private void refuseTooManyStatements() throws DatabaseException, RefusedException {
    OptionalLong limit = database.maxPreparedStatements();
    List<String> reasons = new ArrayList<>();
    for (Step step : plan.steps()) {
      long needed = plan.preparedStatements(step);
      if (limit.isPresent() && needed > limit.getAsLong()) {
        reasons.add(
            String.format(
                Locale.ROOT,
                "%s prepares %,d statements, and the server keeps %,d; raise the server's"
                    + " max_prepared_stmt_count, or have fewer threads or tables",
                step.name(),
                needed,
                limit.getAsLong()));
      }
    }
    if (!reasons.isEmpty()) {
      throw new RefusedException(reasons);
    }
  }

  /**
   * Refuses tables that another run has changed since {@link #read}; call it once they are locked.
   */
  public void requireUnchanged() throws DatabaseException {
    if (!register.rows(names(plan)).equals(rows)) {
      throw new DatabaseException(
          FailureKind.DENIED, "another run has just worked on the tables; begin again");
    }
  }

  /**
   * Finds out whether the register can be written. Changes nothing in it.
   *
   * @return why not; empty if it can
   */
  public Optional<DatabaseException> whyUnwritable() throws DatabaseException {
    try {
      register.tryWrite(rows.values());
      return Optional.empty();
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites()) {
        throw e;
      }
      return Optional.of(e);
    }
  }

  /** Records nothing from now on, for a run that only reads; {@code why} is for results. */
  public void leaveUnrecorded(String why) {
    unrecorded = Optional.of(why);
  }

  /** Why nothing is recorded, as {@link #leaveUnrecorded} was told; empty if it is. */
  public Optional<String> unrecorded() {
    return unrecorded;
  }

  @Override
  public long ordinal() {
    return ordinal;
  }

  /** The run that loaded the data, or this run if it loads; empty when unknown. */
  public Optional<String> loadedBy() {
    boolean loads = plan.steps().stream().anyMatch(step -> step.use() == TableUse.LOADS);
    return loads && database.keepsData()
        ? Optional.of(runId)
        : rows.values().stream()
            .filter(row -> row.state() == State.LOADED)
            .map(Row::runId)
            .findFirst();
  }

  /** How many runs have worked on the data, this one included. */
  public long runsServed() {
    return rows.values().stream().mapToLong(Row::runsServed).max().orElse(0);
  }

  /** The differences between the run and the data that the user has allowed, one line each. */
  public List<String> remarks() {
    return remarks;
  }

  /** The table's row in the register, if it has one. */
  public Optional<Row> row(Table table) {
    return Optional.ofNullable(rows.get(table.name()));
  }

  @Override
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

  /** The differences between the plan's settings and those of the load, one line each. */
  public List<String> contradictions() {
    return SettingMismatches.of(workload, plan, rows.values());
  }

  /** Whether ibench created the table. */
  boolean isMade(Table table) {
    return row(table).map(Row::made).orElse(false);
  }

  /** The plan's tables that do not exist. */
  public List<Table> missing() throws DatabaseException {
    List<Table> missing = new ArrayList<>();
    for (Plan.LoadedTable loaded : plan.tables()) {
      if (database.keepsData() && !exists(loaded.table())) {
        missing.add(loaded.table());
      }
    }
    return missing;
  }

  @Override
  public boolean keepsData() {
    return database.keepsData();
  }

  /** The differences between an existing table and the plan's table, one line each. */
  List<String> differences(Table table) throws DatabaseException {
    return table.hasKnownColumns() ? database.differences(table) : List.of();
  }

  /** Whether an existing table has no rows. */
  boolean isEmpty(Table table) throws DatabaseException {
    if (!table.hasKnownColumns()) {
      return row(table).filter(row -> row.state() == State.CREATED).isPresent();
    }
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

  /** Until the register has the table's row, ibench did not create it. */
  @Override
  public void create(Table table) throws DatabaseException {
    create(table, () -> database.create(table));
  }

  @Override
  public synchronized void create(Table table, Change creation) throws DatabaseException {
    if (!follows) {
      creation.make();
    }
    put(List.of(row(table, 0, State.CREATED, true)));
  }

  /**
   * Removes the register's row first: after a failure in between, the table counts as not created
   * by ibench.
   */
  @Override
  public boolean drop(Table table) throws DatabaseException {
    return drop(table, () -> database.drop(table.name()));
  }

  @Override
  public synchronized boolean drop(Table table, Change removal) throws DatabaseException {
    if (follows) {
      Map<String, Row> left = new LinkedHashMap<>(rows);
      left.remove(table.name());
      rows = Map.copyOf(left);
      return true;
    }
    boolean exists = exists(table);
    boolean made = isMade(table);
    if (exists && !made && !allowed.contains(OverrideFlag.DROP_FOREIGN)) {
      throw new DatabaseException(
          FailureKind.DENIED,
          "ibench did not make the table " + table.name() + " and does not drop it");
    }
    register.remove(table.name());
    Map<String, Row> left = new LinkedHashMap<>(rows);
    left.remove(table.name());
    rows = Map.copyOf(left);
    return exists && isDropped(table, removal);
  }

  /** The user may have dropped a table whose only trace is its row. */
  private static boolean isDropped(Table table, Change removal) throws DatabaseException {
    try {
      removal.make();
      return true;
    } catch (DatabaseException e) {
      if (e.kind() == FailureKind.NOT_FOUND && !table.hasKnownColumns()) {
        return false;
      }
      throw e;
    }
  }

  /** A product may store a name that the user wrote in capitals: then the table's row says it. */
  private boolean exists(Table table) throws DatabaseException {
    return database.exists(table.name()) || !table.hasKnownColumns() && row(table).isPresent();
  }

  @Override
  public synchronized void loading(long loadMillis) throws DatabaseException {
    List<Row> begun = new ArrayList<>();
    for (Plan.LoadedTable loaded : plan.tables()) {
      begun.add(row(loaded.table(), loadMillis, State.LOADING, isMade(loaded.table())));
    }
    put(begun);
  }

  private long seed(Map<String, String> settings) {
    try {
      return Long.parseLong(String.valueOf(settings.get(StepKeys.SEED.name())));
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "the data settings of the workload " + workload + " lack the seed, a number", e);
    }
  }

  private Row row(Table table, long loadMillis, State state, boolean made) {
    Map<String, String> settings = new LinkedHashMap<>(plan.dataSettings());
    long seed = seed(settings);
    settings.putAll(SettingMismatches.texts(plan));
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

  @Override
  public synchronized void loaded(Optional<Map<String, Map<String, Long>>> totals)
      throws DatabaseException {
    if (totals.isPresent()) {
      change(row -> row.loaded(totals.get().getOrDefault(row.table(), Map.of())));
    } else {
      change(row -> row.loaded(Map.of()).working(row.runsServed()));
    }
  }

  @Override
  public synchronized void working() throws DatabaseException {
    change(row -> row.working(ordinal + 1));
  }

  @Override
  public synchronized void worked(Map<String, Map<String, Long>> totals) throws DatabaseException {
    change(row -> row.worked(totals.getOrDefault(row.table(), Map.of())));
  }

  /** A run that only reads goes on when a server becomes read-only in the middle of it. */
  private void record(List<Row> changed) throws DatabaseException {
    try {
      register.write(changed);
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites() || !onlyReads()) {
        throw e;
      }
      unrecorded = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean onlyReads() {
    return plan.steps().stream().allMatch(plan::onlyReads);
  }

  private void change(UnaryOperator<Row> change) throws DatabaseException {
    put(rows.values().stream().map(change).toList());
  }

  private void put(List<Row> changed) throws DatabaseException {
    if (!follows && unrecorded.isEmpty()) {
      record(changed);
    }
    if (keepsData()) {
      Map<String, Row> all = new LinkedHashMap<>(rows);
      changed.forEach(row -> all.put(row.table(), row));
      rows = Map.copyOf(all);
    }
  }
}

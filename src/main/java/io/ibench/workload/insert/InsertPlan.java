package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.insert.InsertKeys.SecondaryAt;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.List;
import java.util.Optional;

/** The insert benchmark with its settings. Immutable. */
final class InsertPlan extends TablePlan<Void> {

  static final String LOAD = "l.i0";
  static final String INDEX = "l.x";
  private final InsertSettings settings;
  private final List<PurchaseTable> tables;
  private final long loadedRows;

  InsertPlan(Config config) {
    this(config, InsertSettings.from(config));
  }

  private InsertPlan(Config config, InsertSettings settings) {
    super(
        TableSteps.read(config, new InsertSteps(settings).kinds()).withTables(),
        StepKeys.dataSettings(config, InsertKeys.shapingData()));
    this.settings = settings;
    loadedRows = loadedRows(config);
    tables = PurchaseTable.all(config, settings, steps());
    new StepRules(config, settings, steps(), loadedRows).check();
  }

  /** The loaded rows of each client, also when the plan does not contain the load. */
  private long loadedRows(Config config) {
    return steps().stream()
        .filter(step -> step.kind().equals(LOAD))
        .map(step -> ((Step.Work) step).rows())
        .filter(rows -> rows.isPresent())
        .map(rows -> rows.getAsLong() / settings.clients())
        .findFirst()
        .orElseGet(() -> config.find(StepKeys.ROWS.under(LOAD)).orElse(settings.sizes().load()));
  }

  InsertSettings settings() {
    return settings;
  }

  List<PurchaseTable> purchaseTables() {
    return tables;
  }

  boolean indexesAtStart() {
    return settings.secondaryAt() == SecondaryAt.START;
  }

  @Override
  public List<LoadedTable> tables() {
    long rows = loadedRows * (settings.clients() / settings.tableCount());
    return tables.stream().map(table -> new LoadedTable(table.table(), rows)).toList();
  }

  @Override
  public List<String> operations() {
    return InsertOperation.labels();
  }

  @Override
  public Role role(int operation) {
    return InsertOperation.values()[operation].role();
  }

  @Override
  public List<Example> examples() {
    return Examples.of(settings, tables.get(0));
  }

  @Override
  public List<WorkloadCounter> counters() {
    return InsertCounter.SET.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return InsertCounter.facts(counters, settings.rowsPerQuery());
  }

  /** In a load each client has its own stream; only the server's keys depend on their turns. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    boolean ownKeys =
        settings.clients() == settings.tableCount() || settings.ids() == InsertKeys.Ids.CLIENT;
    return step.kind().equals(LOAD)
        && ownKeys
        && step.groups().stream().allMatch(group -> group.threads() == 1);
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return group.holdsSnapshots();
  }

  /** The rows of a table that several clients load do not tell how far each client has come. */
  @Override
  public boolean continuesLoads() {
    return settings.clients() == settings.tableCount();
  }

  @Override
  public Optional<String> whyUndivided() {
    return Optional.empty();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new InsertExperiment(this, dataset, division);
  }
}

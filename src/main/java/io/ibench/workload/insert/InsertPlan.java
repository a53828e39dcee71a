package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.insert.InsertKeys.SecondaryAt;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The insert benchmark with its settings. Immutable. */
final class InsertPlan implements Plan {

  static final String DROP = "drop";
  static final String CREATE = "create";
  static final String LOAD = "l.i0";
  static final String INDEX = "l.x";
  static final String DRAIN = Drain.KIND;
  static final String VERIFY = "verify";

  private final InsertSettings settings;
  private final List<PurchaseTable> tables;
  private final Map<String, String> dataSettings;
  private final Map<String, StepKind> kinds;
  private final List<Step> steps;
  private final long loadedRows;

  InsertPlan(Config config) {
    settings = InsertSettings.from(config);
    dataSettings = StepKeys.dataSettings(config, InsertKeys.shapingData());
    kinds = new InsertSteps(settings).kinds();
    List<Step> read = new StepReader(config, kinds).read();
    steps = withTables(read);
    loadedRows = loadedRows(config);
    tables = PurchaseTable.all(config, settings, steps);
    new StepRules(config, settings, steps, loadedRows).check();
  }

  /** Adds steps that drop and create the tables before a load, unless the user lists them. */
  private static List<Step> withTables(List<Step> read) {
    List<String> kinds = read.stream().map(Step::kind).toList();
    int load = kinds.indexOf(LOAD);
    if (load < 0 || kinds.subList(0, load).contains(CREATE)) {
      return List.copyOf(read);
    }
    List<Step> all = new ArrayList<>(read);
    if (!kinds.subList(0, load).contains(DROP)) {
      all.add(load++, action(DROP, TableUse.DROPS));
    }
    all.add(load, action(CREATE, TableUse.CREATES));
    return List.copyOf(all);
  }

  private static Step.Action action(String kind, TableUse use) {
    return new Step.Action(kind, kind, Optional.empty(), use);
  }

  /** The loaded rows of each client, also when the plan does not contain the load. */
  private long loadedRows(Config config) {
    return steps.stream()
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
    return InsertCounter.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return InsertCounter.facts(counters, settings.rowsPerQuery());
  }

  @Override
  public Map<String, StepKind> kinds() {
    return kinds;
  }

  @Override
  public List<Step> steps() {
    return steps;
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
  public Map<String, String> dataSettings() {
    return dataSettings;
  }

  @Override
  public Optional<String> whyUndivided() {
    return Optional.empty();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return new InsertExperiment(this, dataset);
  }
}

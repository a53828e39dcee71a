package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepKind.GroupMix;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.RolledBack;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A definition with its settings, ready to run. Immutable. */
final class SimplePlan extends TablePlan<Void> {

  private final Definition definition;
  private final long seed;
  private final List<Example> examples;
  private final Set<Operation> resolvable;

  /** Only for the numbers of its counters. */
  private final Books books;

  private SimplePlan(
      Definition definition,
      long seed,
      Map<String, String> dataSettings,
      Rehearsal rehearsal,
      TableSteps<Void> steps) {
    super(steps, dataSettings);
    this.definition = definition;
    this.seed = seed;
    examples = rehearsal.examples();
    resolvable = rehearsal.resolvable();
    books = new Books(definition);
  }

  /** Records every mistake in {@code config}. */
  static Plan of(String workload, Definition definition, Config config) {
    long seed = config.get(StepKeys.SEED);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(StepKeys.SEED.name(), Long.toString(seed));
    settings.putAll(definition.dataSettings());
    Rehearsal rehearsal = new Rehearsal(definition, seed);
    for (String mistake : rehearsal.mistakes()) {
      if (!definition.areMistakesIgnored()) {
        config.problem("", "workload", workload, mistake);
      }
    }
    return new SimplePlan(
        definition,
        seed,
        Collections.unmodifiableMap(settings),
        rehearsal,
        TableSteps.read(config, kinds(definition)));
  }

  private static Map<String, StepKind> kinds(Definition definition) {
    long rows = definition.tables().stream().mapToLong(Definition.Source::rows).sum();
    StepKind requests = StepKind.requests(mixes(definition));
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(TableSteps.LOAD, StepKind.load(rows));
    kinds.put(TableSteps.INDEX, StepKind.index());
    kinds.put(StepKind.WARMUP, requests);
    kinds.put(TableSteps.REQUEST, requests);
    return TableSteps.kinds(rows, kinds);
  }

  private static List<GroupMix> mixes(Definition definition) {
    if (definition.groups().isEmpty()) {
      return List.of(new GroupMix("", shares(definition.operations())));
    }
    List<GroupMix> mixes = new ArrayList<>();
    for (Definition.Group group : definition.groups()) {
      List<Operation> members =
          definition.operations().stream()
              .filter(operation -> group.operations().contains(operation.name()))
              .toList();
      mixes.add(new GroupMix(group.name(), shares(members)));
    }
    return mixes;
  }

  private static Map<String, Double> shares(List<Operation> operations) {
    Map<String, Double> shares = new LinkedHashMap<>();
    operations.forEach(operation -> shares.put(operation.name(), operation.share()));
    return shares;
  }

  Definition definition() {
    return definition;
  }

  long seed() {
    return seed;
  }

  /** The tables without their rows. */
  List<Table> plainTables() {
    return definition.tables().stream().map(Definition.Source::table).toList();
  }

  /** What the commands of the operation change, in their order. */
  List<Effects> effects(Operation operation) {
    return operation.commands().stream()
        .map(command -> Effects.of(command, plainTables(), definition.sumChecks()))
        .toList();
  }

  /** Whether the key of an inserted row shows the outcome of the operation. */
  boolean isResolvable(Operation operation) {
    return resolvable.contains(operation);
  }

  /** The name of the operation that loads a table. */
  static String loadName(Table table) {
    return "LOAD_" + table.name().toUpperCase(Locale.ROOT);
  }

  /** The number of operations that load; they come first. */
  int loads() {
    return definition.tables().size();
  }

  @Override
  public boolean continuesLoads() {
    return true;
  }

  @Override
  public List<LoadedTable> tables() {
    return definition.tables().stream()
        .map(source -> new LoadedTable(source.table(), source.rows()))
        .toList();
  }

  @Override
  public List<String> operations() {
    List<String> names = new ArrayList<>();
    definition.tables().forEach(source -> names.add(loadName(source.table())));
    definition.operations().forEach(operation -> names.add(operation.name()));
    return names;
  }

  @Override
  public Role role(int operation) {
    return operation < loads() ? Role.INSERT : Role.QUERY;
  }

  @Override
  public List<Example> examples() {
    return examples;
  }

  @Override
  public List<WorkloadCounter> counters() {
    return books.counters();
  }

  /** An operation that was rolled back has done its work, but not what its name says. */
  @Override
  public List<String> rates(Step step, long[] counters, long[] successes, double seconds) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < definition.operations().size(); i++) {
      Operation operation = definition.operations().get(i);
      if (operation.mayRollBack()) {
        RolledBack.fact(
                operation.name(),
                counters[books.rolledBack(operation)],
                successes[loads() + i],
                "were rolled back by the workload (no row was found)")
            .ifPresent(lines::add);
      }
    }
    return lines;
  }

  /** A loaded row depends on its number alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() == TableUse.LOADS || onlyReads(step);
  }

  @Override
  public boolean onlyReads(Step step) {
    return step instanceof Step.Work work && step.use() == TableUse.WRITES
        ? work.groups().stream()
            .flatMap(group -> group.mix().keySet().stream())
            .allMatch(this::onlyReads)
        : super.onlyReads(step);
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return step.use() != TableUse.LOADS;
  }

  private boolean onlyReads(String operation) {
    return definition.operations().stream()
        .filter(each -> each.name().equals(operation))
        .flatMap(each -> each.commands().stream())
        .allMatch(command -> command instanceof Command.Select);
  }

  @Override
  public List<String> warnings() {
    return List.copyOf(definition.warnings());
  }

  /** No process knows the rows that the others insert during a step. */
  @Override
  public Optional<String> whyUndivided() {
    List<Command> commands =
        definition().operations().stream()
            .flatMap(operation -> operation.commands().stream())
            .toList();
    return commands.stream()
        .filter(each -> !inserts(each) && Definition.hasNumberedKey(each.table()))
        .map(Command::table)
        .filter(table -> commands.stream().anyMatch(e -> inserts(e) && e.table().equals(table)))
        .findFirst()
        .map(
            table ->
                "operations insert into "
                    + table.name()
                    + " and use its rows, and no process knows those that the others insert");
  }

  private static boolean inserts(Command command) {
    return command instanceof Command.Insert || command instanceof Command.Upsert;
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new SimpleRun(this, epochMillis, dataset, division);
  }
}

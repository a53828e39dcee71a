package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.db.Native;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepKind.GroupMix;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.internal.RolledBack;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A script with its settings, ready to run. Immutable. */
final class ScriptPlan extends TablePlan<Void> {

  /** The letters of a statement that name its part. */
  static final int PART_LETTERS = 60;

  private static final double SECONDS_OF_MINUTE = 60;

  static final int READS = 0;
  static final int WRITES = 1;
  static final int OTHER = 2;
  static final int UNMATCHED = 3;

  /** The number of the first counter of a transaction that may roll back. */
  static final int ROLLED_BACK = 4;

  private static final List<WorkloadCounter> COUNTERS =
      List.of(
          WorkloadCounter.of("reads", "statements that return rows, of successful operations"),
          WorkloadCounter.of("writes", "statements that change rows, of successful operations"),
          WorkloadCounter.of(
              "other", "other statements of successful operations, such as BEGIN and COMMIT"),
          WorkloadCounter.of("unmatched", "writes that changed no row; also among writes"));

  private final Definition definition;
  private final long seed;
  private final boolean timesParts;
  private final List<Part> parts = new ArrayList<>();
  private final List<WorkloadCounter> counters = new ArrayList<>(COUNTERS);

  private ScriptPlan(Definition definition, Config config, long seed, boolean timesParts) {
    super(steps(definition, config), definition.dataSettings());
    this.definition = definition;
    this.seed = seed;
    this.timesParts = timesParts;
    rollingBack().forEach(code -> counters.add(RolledBack.counter(code.name())));
    for (int i = 0; i < definition.transactions().size() && timesParts; i++) {
      for (String name : definition.transactions().get(i).code().parts()) {
        parts.add(new Part(firstTransaction() + i, name));
      }
    }
  }

  /** Records mistakes in the steps in {@code config}. */
  static Plan of(Definition definition, Config config, long seed) {
    return new ScriptPlan(definition, config, seed, config.get(ScriptWorkload.LATENCIES));
  }

  private static TableSteps<Void> steps(Definition definition, Config config) {
    Map<String, StepKind> kinds = kinds(definition);
    List<String> usual = kinds.keySet().stream().filter(ScriptPlan::isUsual).toList();
    return new TableSteps<>(kinds, new StepReader(config, kinds, usual).read(), Map.of());
  }

  private static boolean isUsual(String kind) {
    return !kind.equals(StepKind.WARMUP) && !kind.equals(Drain.KIND);
  }

  private static Map<String, StepKind> kinds(Definition definition) {
    Map<String, Double> shares = new LinkedHashMap<>();
    definition.transactions().forEach(each -> shares.put(each.code().name(), each.weight()));
    long rows = definition.tables().stream().mapToLong(LoadedTable::rows).sum();
    StepKind requests = StepKind.requests(List.of(new GroupMix("", shares)));
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    if (!definition.tables().isEmpty()) {
      kinds.put(TableSteps.DROP, StepKind.drop());
      kinds.put(TableSteps.CREATE, StepKind.create());
    }
    if (!definition.loads().isEmpty()) {
      kinds.put(TableSteps.LOAD, StepKind.load(Math.max(1, rows)));
    }
    if (!definition.index().isEmpty()) {
      kinds.put(TableSteps.INDEX, StepKind.index());
    }
    kinds.put(StepKind.WARMUP, requests);
    kinds.put(TableSteps.REQUEST, requests);
    kinds.put(Drain.KIND, Drain.kind(rows));
    if (!definition.verify().isEmpty()) {
      kinds.put(TableSteps.VERIFY, StepKind.verify());
    }
    return kinds;
  }

  /** The transactions that may roll back, in the order of their counters. */
  private List<Code> rollingBack() {
    return definition.transactions().stream()
        .map(TransactionCode::code)
        .filter(Code::mayRollBack)
        .toList();
  }

  /** The number of the counter of a transaction that may roll back. */
  int rolledBack(Code transaction) {
    return ROLLED_BACK + rollingBack().indexOf(transaction);
  }

  Definition definition() {
    return definition;
  }

  long seed() {
    return seed;
  }

  boolean timesParts() {
    return timesParts;
  }

  /** Whether load sections wait for each other. */
  boolean waits() {
    return definition.loads().size() > 1;
  }

  /** The number of the operation that waits for a load section. */
  int waitOperation() {
    return definition.loads().size();
  }

  /** The number of the first transaction. */
  int firstTransaction() {
    return definition.loads().size() + (waits() ? 1 : 0);
  }

  /** The number of a transaction's first part. */
  int firstPart(int transaction) {
    int first = 0;
    for (int i = 0; i < transaction; i++) {
      first += definition.transactions().get(i).code().parts().size();
    }
    return first;
  }

  @Override
  public List<LoadedTable> tables() {
    return definition.tables();
  }

  @Override
  public OptionalLong exactRows() {
    return definition.loadedRows();
  }

  @Override
  public Map<String, String> files() {
    return definition.files();
  }

  @Override
  public List<String> operations() {
    List<String> names = new ArrayList<>();
    definition.loads().forEach(load -> names.add(load.operation()));
    if (waits()) {
      names.add("LOAD_WAIT");
    }
    definition.transactions().forEach(each -> names.add(each.code().name()));
    return names;
  }

  @Override
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  @Override
  public Role role(int operation) {
    if (operation < definition.loads().size()) {
      return Role.INSERT;
    }
    return operation < firstTransaction()
        ? Role.AUXILIARY
        : definition.transactions().get(operation - firstTransaction()).role();
  }

  /** What a mix such as that of TPC-C is known by: what was committed; and what was rolled back. */
  @Override
  public List<String> rates(Step step, long[] counts, long[] successes, double seconds) {
    List<String> each = new ArrayList<>();
    boolean anyRolledBack = false;
    for (int i = firstTransaction(); i < successes.length; i++) {
      if (successes[i] > 0) {
        Code code = definition.transactions().get(i - firstTransaction()).code();
        long rolledBack = code.mayRollBack() ? counts[rolledBack(code)] : 0;
        anyRolledBack |= rolledBack > 0;
        double perMinute = (successes[i] - rolledBack) * SECONDS_OF_MINUTE / seconds;
        each.add(Lines.text("%s %,.1f", code.name(), perMinute));
      }
    }
    List<String> lines = new ArrayList<>();
    if (each.size() >= 2 && seconds > 0) {
      String without = anyRolledBack ? ", without those rolled back" : "";
      lines.add("transactions per minute" + without + ": " + String.join(", ", each));
    }
    for (Code code : rollingBack()) {
      long done = successes[operations().indexOf(code.name())];
      RolledBack.fact(
              code.name(), counts[rolledBack(code)], done, "rolled a transaction back (ROLLBACK)")
          .ifPresent(lines::add);
    }
    return lines;
  }

  @Override
  public List<WorkloadCounter> counters() {
    return List.copyOf(counters);
  }

  @Override
  public List<String> warnings() {
    return definition.warnings();
  }

  /** A loaded row depends on its number alone, unless a statement reads others. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() == TableUse.LOADS && definition.loadedRows().isPresent()
        || step.use() != TableUse.LOADS
            && definition.transactions().stream()
                .filter(each -> step.groups().get(0).mix().containsKey(each.code().name()))
                .flatMap(each -> each.code().statements().stream())
                .allMatch(ScriptPlan::onlyReads);
  }

  @Override
  public boolean onlyReads(Step step) {
    return step instanceof Step.Work work && step.use() == TableUse.WRITES
        ? definition.transactions().stream()
            .filter(each -> work.groups().get(0).mix().containsKey(each.code().name()))
            .flatMap(each -> each.code().statements().stream())
            .allMatch(
                each -> each.control() != Native.Control.NONE || Statements.onlyReads(each.text()))
        : super.onlyReads(step);
  }

  private static boolean onlyReads(StatementCode statement) {
    return !statement.isChange()
        && (statement.control() != Native.Control.NONE
            || statement.text().matches("(?is)\\s*(SELECT|\\{\\s*\"(find|aggregate)\").*"));
  }

  @Override
  public Map<String, String> dataTexts() {
    return definition.dataTexts();
  }

  /** A checksum of each transaction. */
  @Override
  public Map<String, String> workSettings() {
    return TransactionTexts.checksums(definition.files());
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new ScriptRun(this, epochMillis, dataset, Clock.system());
  }
}

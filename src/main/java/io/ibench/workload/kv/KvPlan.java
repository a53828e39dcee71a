package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.config.Rate;
import io.ibench.db.Maintenance;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** db_bench's benchmarks with their settings. Immutable. */
final class KvPlan implements Plan {

  static final String DROP = "drop";
  static final String CREATE = "create";
  static final String VERIFY = "verify";

  /** The group of the one thread that writes beside readers. */
  static final String WRITER = "write";

  private final KvSettings settings;
  private final KvTable table;
  private final Map<String, String> dataSettings;
  private final Map<String, StepKind> kinds;
  private final List<Step> steps;

  /** By the step's name. */
  private final Map<String, StepSettings> ofSteps = new LinkedHashMap<>();

  KvPlan(Config config) {
    settings = KvSettings.from(config);
    table = new KvTable(settings);
    dataSettings = StepKeys.dataSettings(config, KvKeys.shapingData());
    kinds = kinds(settings);
    StepReader reader = new StepReader(config, kinds);
    List<Step> complete = new ArrayList<>();
    for (Step step : reader.read()) {
      complete.add(step instanceof Step.Work work ? work(config, work, reader) : step);
    }
    steps = withTable(complete);
  }

  private Step work(Config config, Step.Work work, StepReader reader) {
    StepSettings own = StepSettings.read(config, work, reader.names(work));
    ofSteps.put(work.name(), own);
    if (own.benchmark().fills() && settings.isLikeDbBench() && work.threads() > 1) {
      config.problem(
          "is more than the one thread with which kv.compat = "
              + settings.compat().name().toLowerCase(Locale.ROOT)
              + " writes the keys and values of db_bench",
          StepKeys.THREADS.under(work.name()),
          KvKeys.COMPAT);
    }
    check(config, work, own.benchmark());
    if (own.benchmark().hasWriter()) {
      return withWriter(config, work, own);
    }
    return own.benchmark().writes() || own.benchmark().fills() ? work : reading(work);
  }

  private void check(Config config, Step.Work work, Benchmark benchmark) {
    if (benchmark == Benchmark.READMISSING && !settings.hasKeysBetween()) {
      config.problem(
          "needs kv.key = bytes and a byte after the number's 8: it asks for keys between those of"
              + " the table; step "
              + work.name(),
          KvKeys.KEY_SIZE);
    }
    if (benchmark == Benchmark.FILLUNIQUERANDOM && settings.isLikeDbBench()) {
      config.problem("has no filluniquerandom in db_bench's order", KvKeys.COMPAT);
    }
  }

  private static Step.Work reading(Step.Work work) {
    return work.with(TableUse.READS, work.groups());
  }

  private Step.Work withWriter(Config config, Step.Work work, StepSettings own) {
    Rate rate =
        own.byteRate() == 0
            ? Rate.UNLIMITED
            : new Rate(own.byteRate(), settings.rowBytes() * TimeUnit.SECONDS.toNanos(1));
    if (own.byteRate() > 0 && rate.perSecond() * TimeUnit.HOURS.toSeconds(1) < 1) {
      config.problem(
          "is less than one row an hour, which has " + settings.rowBytes() + " bytes",
          KvKeys.BYTE_RATE.under(work.name()));
    }
    return work.with(
        work.use(),
        List.of(
            work.groups().get(0),
            new Step.Group(WRITER, 1, 1, rate, own.writerPacing(), 1, Optional.empty(), true)
                .counting(Role.INSERT)));
  }

  private static Map<String, StepKind> kinds(KvSettings settings) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(DROP, StepKind.drop());
    kinds.put(CREATE, StepKind.create());
    for (Benchmark benchmark : Benchmark.values()) {
      StepKind kind = benchmark.fills() ? StepKind.load(settings.num()) : StepKind.requests();
      kinds.put(benchmark.label(), kind.withKeys(benchmark.keys(), List.of(KvKeys.ALL_STEPS)));
    }
    for (Maintenance work : Maintenance.values()) {
      kinds.put(label(work), StepKind.action(TableUse.READS));
    }
    kinds.put(Drain.KIND, Drain.kind(settings.num()));
    kinds.put(VERIFY, StepKind.verify());
    return Collections.unmodifiableMap(kinds);
  }

  /** The kind of step for work on the tables' files. */
  static String label(Maintenance work) {
    return work.name().toLowerCase(Locale.ROOT);
  }

  /** Adds steps that drop and create the table before a fill, unless the user lists them. */
  private static List<Step> withTable(List<Step> read) {
    List<Step> all = new ArrayList<>();
    boolean created = false;
    for (Step step : read) {
      if (step.use() == TableUse.LOADS && !created) {
        if (all.stream().noneMatch(before -> before.use() == TableUse.DROPS)) {
          all.add(action(DROP, TableUse.DROPS));
        }
        all.add(action(CREATE, TableUse.CREATES));
      }
      created |= step.use() == TableUse.LOADS || step.use() == TableUse.CREATES;
      all.add(step);
    }
    return List.copyOf(all);
  }

  /** Maintenance changes files, and no row. */
  @Override
  public boolean onlyReads(Step step) {
    return Plan.super.onlyReads(step)
        && Arrays.stream(Maintenance.values()).noneMatch(work -> label(work).equals(step.kind()));
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    StepSettings own = ofSteps.get(step.name());
    return own != null && step.use() != TableUse.READS && own.batchSize() > 1;
  }

  private static Step action(String kind, TableUse use) {
    return new Step.Action(kind, kind, Optional.empty(), use);
  }

  KvSettings settings() {
    return settings;
  }

  KvTable table() {
    return table;
  }

  /** The settings of a step of a benchmark. */
  StepSettings settings(Step step) {
    return ofSteps.get(step.name());
  }

  /** A random fill puts some keys twice, and leaves 1 - 1/e of them on average. */
  @Override
  public List<LoadedTable> tables() {
    boolean random =
        steps.stream().anyMatch(step -> step.kind().equals(Benchmark.FILLRANDOM.label()));
    long rows = random ? Math.round(settings.num() * (1 - Math.exp(-1))) : settings.num();
    return List.of(new LoadedTable(table.table(), rows));
  }

  /** Every fill puts as many keys as there are. */
  @Override
  public OptionalLong exactRows() {
    return OptionalLong.of(settings.num());
  }

  @Override
  public OptionalLong rowBytes() {
    return OptionalLong.of(settings.rowBytes());
  }

  @Override
  public boolean rowsContainTimes() {
    return false;
  }

  @Override
  public List<String> operations() {
    return KvOperation.labels();
  }

  @Override
  public Role role(int operation) {
    return KvOperation.values()[operation].role();
  }

  @Override
  public List<Example> examples() {
    List<Example> examples = new ArrayList<>();
    long middle = settings.num() / 2;
    List<Long> key = List.of(middle);
    examples.add(new Example("put", table.put(), List.of(middle, 0L)));
    examples.add(new Example("get", table.get(), key));
    for (StepSettings step : ofSteps.values()) {
      if (step.multiget() > 0) {
        examples.add(
            new Example(
                "multiget",
                table.multiget(step.multiget()),
                Collections.nCopies(step.multiget(), middle)));
      }
      if (step.benchmark().operation() == KvOperation.SEEK) {
        examples.add(
            new Example("seek", table.seek(step.nexts(), step.benchmark().isReverse()), key));
      }
    }
    examples.add(new Example("delete", table.delete(), key));
    return examples.stream().distinct().toList();
  }

  @Override
  public List<WorkloadCounter> counters() {
    return KvCounter.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return KvCounter.facts(counters);
  }

  @Override
  public Map<String, StepKind> kinds() {
    return kinds;
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  /** A loaded value depends on its key alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    Benchmark benchmark = settings(step).benchmark();
    return benchmark.fills() || !benchmark.writes();
  }

  /** The keys and values of db_bench depend on all that its threads have drawn before. */
  @Override
  public boolean continuesLoads() {
    return !settings.isLikeDbBench();
  }

  @Override
  public Map<String, String> dataSettings() {
    return dataSettings;
  }

  /** Which keys are there is known to all processes only while it is every key. */
  @Override
  public Optional<String> whyUndivided() {
    return ofSteps.entrySet().stream()
        .filter(each -> leavesSomeKeys(each.getValue().benchmark()))
        .findFirst()
        .map(
            each ->
                "step "
                    + each.getKey()
                    + " leaves some of the keys, and no process knows which ones the others leave");
  }

  private static boolean leavesSomeKeys(Benchmark benchmark) {
    return benchmark == Benchmark.FILLRANDOM || benchmark.deletes();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return begin(epochMillis, dataset, Division.WHOLE);
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new KvRun(this, dataset, division);
  }
}

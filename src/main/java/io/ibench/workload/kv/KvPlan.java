package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.config.Rate;
import io.ibench.db.Maintenance;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** db_bench's benchmarks with their settings. Immutable. */
final class KvPlan extends TablePlan<StepSettings> {

  /** The group of the one thread that writes beside readers. */
  static final String WRITER = "write";

  private final KvSettings settings;
  private final KvTable table;

  KvPlan(Config config) {
    this(config, KvSettings.from(config));
  }

  private KvPlan(Config config, KvSettings settings) {
    super(
        TableSteps.read(config, kinds(settings), new StepsReading(config, settings)).withTables(),
        StepKeys.dataSettings(config, KvKeys.shapingData()));
    this.settings = settings;
    this.table = new KvTable(settings);
  }

  /** Reads the settings of steps. */
  private record StepsReading(Config config, KvSettings settings)
      implements TableSteps.Reading<StepSettings> {

    @Override
    public Optional<StepSettings> settings(Step.Work work, List<String> names) {
      StepSettings own = StepSettings.read(config, work, names, settings);
      if (own.benchmark().fills() && settings.isLikeDbBench() && work.threads() > 1) {
        config.problem(
            "is more than the one thread with which kv.like = db_bench writes the keys and values of"
                + " db_bench; set "
                + StepKeys.THREADS.under(work.name()).name()
                + " = 1",
            StepKeys.THREADS.under(work.name()),
            KvKeys.LIKE);
      }
      check(work, own);
      return Optional.of(own);
    }

    private void check(Step.Work work, StepSettings own) {
      Benchmark benchmark = own.benchmark();
      long span = own.ranges() * (own.nexts() + own.stride());
      if (benchmark == Benchmark.MULTISCAN && span >= settings.num()) {
        config.problem(
            "has fewer keys than the "
                + span
                + " that a multiscan of step "
                + work.name()
                + " goes over: multiscan_size x (nexts + multiscan_stride)",
            KvKeys.NUM);
      }
      if (benchmark.readsRanges() && !settings.keys().keepsOrder()) {
        config.problem(
            "puts keys into another order than their numbers, by which "
                + benchmark.label()
                + " reads ranges",
            KvKeys.KEYS_PER_PREFIX);
      }
      if (benchmark == Benchmark.READMISSING && !settings.hasKeysBetween()) {
        config.problem(
            "needs kv.key = bytes and a byte after the number's 8: it asks for keys between those"
                + " of the table; step "
                + work.name(),
            KvKeys.KEY_SIZE);
      }
      if (benchmark == Benchmark.FILLUNIQUERANDOM && settings.isLikeDbBench()) {
        config.problem("has no filluniquerandom in db_bench's order", KvKeys.LIKE);
      }
    }

    @Override
    public Step.Work shaped(Step.Work work, StepSettings own) {
      if (own.benchmark().hasWriter()) {
        return withWriter(work, own);
      }
      boolean changes = own.benchmark().writes() || own.benchmark().fills();
      return changes ? work : work.with(TableUse.READS, work.groups());
    }

    private Step.Work withWriter(Step.Work work, StepSettings own) {
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
              new Step.Group(WRITER, 1, 1, rate, Pacing.EVEN, 1, Optional.empty(), true)
                  .counting(Role.INSERT)));
    }
  }

  private static Map<String, StepKind> kinds(KvSettings settings) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    for (Benchmark benchmark : Benchmark.values()) {
      StepKind kind = benchmark.fills() ? StepKind.load(settings.num()) : StepKind.requests();
      kinds.put(benchmark.label(), kind.withKeys(benchmark.keys(), List.of(KvKeys.ALL_STEPS)));
    }
    for (Maintenance work : Maintenance.values()) {
      kinds.put(label(work), StepKind.action(TableUse.READS));
    }
    return TableSteps.kinds(settings.num(), kinds);
  }

  /** The kind of step for work on the tables' files. */
  static String label(Maintenance work) {
    return work.name().toLowerCase(Locale.ROOT);
  }

  /** Maintenance changes files, and no row. */
  @Override
  public boolean onlyReads(Step step) {
    return super.onlyReads(step)
        && Arrays.stream(Maintenance.values()).noneMatch(work -> label(work).equals(step.kind()));
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    StepSettings own = settings(step);
    return own != null && step.use() != TableUse.READS && own.batchSize() > 1;
  }

  KvSettings settings() {
    return settings;
  }

  KvTable table() {
    return table;
  }

  /** A random fill puts some keys twice, and leaves 1 - 1/e of them on average. */
  @Override
  public List<LoadedTable> tables() {
    boolean random =
        steps().stream().anyMatch(step -> step.kind().equals(Benchmark.FILLRANDOM.label()));
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
  public String dataName(String stored) {
    return stored.equals(KvKeys.EARLIER_LIKE) ? KvKeys.LIKE.name() : stored;
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
    for (StepSettings step : ofSteps().values()) {
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
    if (ofSteps().values().stream().anyMatch(step -> step.benchmark().readsRanges())) {
      examples.add(new Example("range", table.range(), List.of(middle, middle + 9)));
    }
    examples.add(new Example("delete", table.delete(), key));
    return examples.stream().distinct().toList();
  }

  @Override
  public List<WorkloadCounter> counters() {
    return KvCounter.SET.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return KvCounter.facts(counters);
  }

  /** A loaded value depends on its key alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    Benchmark benchmark = Objects.requireNonNull(settings(step)).benchmark();
    return benchmark.fills() || !benchmark.writes();
  }

  /** The keys and values of db_bench depend on all that its threads have drawn before. */
  @Override
  public boolean continuesLoads() {
    return !settings.isLikeDbBench();
  }

  /** Which keys are there is known to all processes only while it is every key. */
  @Override
  public Optional<String> whyUndivided() {
    return ofSteps().entrySet().stream()
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
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new KvRun(this, dataset, division);
  }
}

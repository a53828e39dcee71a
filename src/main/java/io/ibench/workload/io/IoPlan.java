package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.Rate;
import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Pacing;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The settings of io. Immutable. */
final class IoPlan implements Plan {

  /** Stands for all data files in ibench's own tables. */
  static final Table PAGES = Table.named("pages");

  static final String DROP = "drop";
  static final String CREATE = "create";
  static final String VERIFY = "verify";
  static final String USERS = "users";
  static final String SCHEDULER = "scheduler";
  static final String WRITERS = "writers";

  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final IoSettings settings;
  private final Memory memory;
  private final Map<String, String> dataSettings;
  private final Map<String, StepKind> kinds;
  private final List<Step> steps;

  /** By the step's name. */
  private final Map<String, StepSettings> ofSteps = new LinkedHashMap<>();

  IoPlan(Config config, Memory memory) {
    this.memory = memory;
    settings = IoSettings.from(config);
    dataSettings = StepKeys.dataSettings(config, IoKeys.shapingData());
    kinds = kinds(settings);
    StepReader reader = new StepReader(config, kinds);
    List<Step> complete = new ArrayList<>();
    for (Step step : reader.read()) {
      complete.add(step instanceof Step.Work work ? work(config, work, reader) : step);
    }
    steps = withFiles(complete);
  }

  private Step work(Config config, Step.Work work, StepReader reader) {
    StepSettings own = StepSettings.read(config, settings, work, reader.names(work));
    ofSteps.put(work.name(), own);
    return switch (own.kind()) {
      case READ -> work.with(TableUse.READS, work.groups());
      case WRITE -> writing(work);
      case INNOSIM -> innosim(work, own);
      default -> work;
    };
  }

  /** Its throughput is pages. */
  private static Step.Work writing(Step.Work work) {
    return work.countingRows(List.of(work.groups().get(0).counting(Role.INSERT)));
  }

  private static Step.Work innosim(Step.Work work, StepSettings own) {
    List<Step.Group> groups = new ArrayList<>();
    groups.add(work.groups().get(0).named(USERS));
    groups.add(background(SCHEDULER, 1));
    groups.add(background(WRITERS, own.innosim().writers()));
    return own.innosim().hitPct() == 100
        ? work.countingRows(groups)
        : work.with(work.use(), groups);
  }

  private static Step.Group background(String name, int threads) {
    Rate unlimited = StepKeys.RATE.valueOf("unlimited");
    return new Step.Group(name, 1, threads, unlimited, Pacing.EVEN, 1, Optional.empty(), true)
        .counting(Role.INSERT);
  }

  private static Map<String, StepKind> kinds(IoSettings settings) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(DROP, StepKind.drop());
    kinds.put(CREATE, StepKind.create());
    for (Kind kind : Kind.values()) {
      StepKind found = kind == Kind.FILL ? StepKind.load(settings.pages()) : StepKind.requests();
      kinds.put(kind.label(), found.withKeys(kind.keys(), List.of(IoKeys.ALL_STEPS)));
    }
    kinds.put(Drain.KIND, StepKind.waiting(DRAIN_NANOS));
    kinds.put(VERIFY, StepKind.verify());
    return Collections.unmodifiableMap(kinds);
  }

  /** Adds steps that remove and create the files before a fill, unless the user lists them. */
  private static List<Step> withFiles(List<Step> read) {
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

  private static Step action(String kind, TableUse use) {
    return new Step.Action(kind, kind, Optional.empty(), use);
  }

  IoSettings settings() {
    return settings;
  }

  StepSettings settings(Step step) {
    return ofSteps.get(step.name());
  }

  @Override
  public List<LoadedTable> tables() {
    return List.of(new LoadedTable(PAGES, settings.pages()));
  }

  @Override
  public OptionalLong rowBytes() {
    return OptionalLong.of(settings.pageBytes());
  }

  @Override
  public boolean rowsContainTimes() {
    return false;
  }

  @Override
  public List<String> operations() {
    return IoOperation.labels();
  }

  @Override
  public List<Part> parts() {
    return IoOperation.Part.all();
  }

  @Override
  public Role role(int operation) {
    return IoOperation.values()[operation].role();
  }

  @Override
  public List<WorkloadCounter> counters() {
    return IoCounter.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return IoCounter.facts(counters);
  }

  @Override
  public Map<String, StepKind> kinds() {
    return kinds;
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  /** The page cache may hold the files: then a step measures the memory. */
  @Override
  public List<String> warnings() {
    List<String> cached =
        steps.stream()
            .filter(step -> ofSteps.containsKey(step.name()) && !settings(step).direct())
            .filter(step -> settings(step).isServedByCache())
            .map(Step::name)
            .toList();
    return cached.isEmpty() || settings.bytes() > memory.bytes()
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%s: direct = false, and the page cache holds it: io.size is %,d MB, the memory"
                    + " %,d MB",
                String.join(", ", cached),
                settings.bytes() >> 20,
                memory.bytes() >> 20));
  }

  /** Writers raise the generations of the same pages. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() != TableUse.WRITES;
  }

  @Override
  public Map<String, String> dataSettings() {
    return dataSettings;
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return new IoRun(this, dataset, BootId.current());
  }
}

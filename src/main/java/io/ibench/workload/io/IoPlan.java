package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.Rate;
import io.ibench.db.Table;
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
import io.ibench.workload.internal.Drain;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The settings of io. Immutable. */
final class IoPlan extends TablePlan<StepSettings> {

  /** Stands for all data files in ibench's own tables. */
  static final Table PAGES = Table.named("pages");

  static final String USERS = "users";
  static final String SCHEDULER = "scheduler";
  static final String WRITERS = "writers";

  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final IoSettings settings;
  private final Memory memory;

  IoPlan(Config config, Memory memory) {
    this(config, IoSettings.from(config), memory);
  }

  private IoPlan(Config config, IoSettings settings, Memory memory) {
    super(
        TableSteps.read(config, kinds(settings), new StepsReading(config, settings)).withTables(),
        StepKeys.dataSettings(config, IoKeys.shapingData()));
    this.settings = settings;
    this.memory = memory;
  }

  /** Reads the settings of steps. */
  private record StepsReading(Config config, IoSettings settings)
      implements TableSteps.Reading<StepSettings> {

    @Override
    public Optional<StepSettings> settings(Step.Work work, List<String> names) {
      return Optional.of(StepSettings.read(config, settings, work, names));
    }

    @Override
    public Step.Work shaped(Step.Work work, StepSettings own) {
      return switch (own.kind()) {
        case READ -> work.with(TableUse.READS, work.groups());
        case WRITE -> writing(work);
        case INNOSIM -> innosim(work, own);
        default -> work;
      };
    }
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
    kinds.put(TableSteps.DROP, StepKind.drop());
    kinds.put(TableSteps.CREATE, StepKind.create());
    for (Kind kind : Kind.values()) {
      StepKind found = kind == Kind.FILL ? StepKind.load(settings.pages()) : StepKind.requests();
      kinds.put(kind.label(), found.withKeys(kind.keys(), List.of(IoKeys.ALL_STEPS)));
    }
    kinds.put(Drain.KIND, StepKind.waiting(DRAIN_NANOS));
    kinds.put(TableSteps.VERIFY, StepKind.verify());
    return kinds;
  }

  IoSettings settings() {
    return settings;
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

  /** The page cache may hold the files: then a step measures the memory. */
  @Override
  public List<String> warnings() {
    List<String> cached =
        steps().stream()
            .filter(
                step -> settings(step) != null && !Objects.requireNonNull(settings(step)).direct())
            .filter(step -> Objects.requireNonNull(settings(step)).isServedByCache())
            .map(Step::name)
            .toList();
    return cached.isEmpty() || settings.bytes() > memory.bytes()
        ? List.of()
        : List.of(
            Lines.text(
                "%s: direct = false, and the page cache holds it: io.size is %,d MB, the memory"
                    + " %,d MB",
                String.join(", ", cached), settings.bytes() >> 20, memory.bytes() >> 20));
  }

  /** Writers raise the generations of the same pages. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() != TableUse.WRITES;
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new IoRun(this, dataset, BootId.current());
  }
}

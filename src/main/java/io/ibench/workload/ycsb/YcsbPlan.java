package io.ibench.workload.ycsb;

import io.ibench.config.Config;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** YCSB's core workloads with their settings. Immutable. */
final class YcsbPlan extends TablePlan<StepSettings> {

  private final YcsbSettings settings;
  private final YcsbTable table;

  YcsbPlan(Config config) {
    this(config, YcsbSettings.from(config));
  }

  private YcsbPlan(Config config, YcsbSettings settings) {
    super(steps(config, settings), StepKeys.dataSettings(config, YcsbKeys.shapingData()));
    this.settings = settings;
    this.table = new YcsbTable(settings);
  }

  private static TableSteps<StepSettings> steps(Config config, YcsbSettings settings) {
    Map<String, CoreMix> mixes = mixes(config);
    StepKind requests =
        StepKind.requests().withKeys(YcsbKeys.ofSteps(), List.of(YcsbKeys.ALL_STEPS));
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(TableSteps.LOAD, StepKind.load(settings.records()));
    mixes.keySet().forEach(kind -> kinds.put(kind, requests));
    return TableSteps.read(
        config, TableSteps.kinds(settings.records(), kinds), new OfRequests(config, mixes));
  }

  /** Reads the settings of steps with requests. */
  private record OfRequests(Config config, Map<String, CoreMix> mixes)
      implements TableSteps.Reading<StepSettings> {

    @Override
    public Optional<StepSettings> settings(Step.Work step, List<String> names) {
      return Optional.ofNullable(mixes.get(step.kind()))
          .map(core -> StepSettings.read(config, step, names, core));
    }

    @Override
    public Step.Work shaped(Step.Work step, StepSettings own) {
      Step.Work used = own.writes() ? step : step.with(TableUse.READS, step.groups());
      return used.mixing(own.shares().byName(YcsbOperation.names()));
    }
  }

  /** The core workload of each kind of step with requests. */
  private static Map<String, CoreMix> mixes(Config config) {
    Map<String, CoreMix> mixes = new LinkedHashMap<>();
    mixes.put(StepKind.WARMUP, config.get(YcsbKeys.MIX));
    mixes.put(TableSteps.REQUEST, config.get(YcsbKeys.MIX));
    for (CoreMix core : CoreMix.values()) {
      mixes.put(core.kind(), core);
    }
    return mixes;
  }

  YcsbSettings settings() {
    return settings;
  }

  YcsbTable table() {
    return table;
  }

  @Override
  public List<LoadedTable> tables() {
    return List.of(new LoadedTable(table.table(), settings.records()));
  }

  @Override
  public boolean rowsContainTimes() {
    return false;
  }

  @Override
  public List<String> operations() {
    return YcsbOperation.names();
  }

  @Override
  public Role role(int operation) {
    return YcsbOperation.values()[operation].role();
  }

  @Override
  public List<Part> parts() {
    int operation = YcsbOperation.READ_MODIFY_WRITE.ordinal();
    return List.of(new Part(operation, "read"), new Part(operation, "update"));
  }

  @Override
  public List<Example> examples() {
    List<Long> key = List.of(1L);
    List<Example> examples = new ArrayList<>();
    examples.add(new Example("READ", table.read(), key));
    examples.add(new Example("UPDATE", table.update(0), List.of(1L, 1L)));
    int longest = ofSteps().values().stream().mapToInt(StepSettings::maxScan).max().orElse(100);
    examples.add(new Example("SCAN", table.scan(longest), key));
    examples.add(
        new Example("INSERT", table.insert(1), Collections.nCopies(1 + settings.fields(), 1L)));
    return examples;
  }

  @Override
  public List<WorkloadCounter> counters() {
    return YcsbCounter.SET.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return YcsbCounter.facts(counters);
  }

  /** A loaded row depends on its number alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() == TableUse.LOADS || !Objects.requireNonNull(settings(step)).writes();
  }

  @Override
  public boolean continuesLoads() {
    return true;
  }

  /** No process knows the rows that the others insert during a step. */
  @Override
  public Optional<String> whyUndivided() {
    return ofSteps().entrySet().stream()
        .filter(each -> each.getValue().has(YcsbOperation.INSERT))
        .findFirst()
        .map(
            each ->
                "step "
                    + each.getKey()
                    + " inserts rows, which the other processes would not read during the step");
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new YcsbRun(this, dataset, division);
  }
}

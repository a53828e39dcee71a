package io.ibench.workload.ycsb;

import io.ibench.config.Config;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** YCSB's core workloads with their settings. Immutable. */
final class YcsbPlan implements Plan {

  static final String DROP = "drop";
  static final String CREATE = "create";
  static final String LOAD = "load";
  static final String VERIFY = "verify";

  /** A step whose mix is that of {@code ycsb.mix}. */
  private static final String REQUEST = "request";

  private final YcsbSettings settings;
  private final YcsbTable table;
  private final Map<String, String> dataSettings;
  private final Map<String, StepKind> kinds;
  private final List<Step> steps;

  /** By the step's name. */
  private final Map<String, StepSettings> ofSteps = new LinkedHashMap<>();

  YcsbPlan(Config config) {
    settings = YcsbSettings.from(config);
    table = new YcsbTable(settings);
    dataSettings = StepKeys.dataSettings(config, YcsbKeys.shapingData());
    Map<String, CoreMix> mixes = mixes(config);
    kinds = kinds(settings, mixes);
    StepReader reader = new StepReader(config, kinds);
    List<Step> read = new ArrayList<>();
    for (Step step : reader.read()) {
      CoreMix core = mixes.get(step.kind());
      if (step instanceof Step.Work work && core != null) {
        StepSettings own = StepSettings.read(config, work, reader.names(work), core);
        ofSteps.put(work.name(), own);
        read.add(own.writes() ? work : reading(work));
      } else {
        read.add(step);
      }
    }
    steps = read.stream().map(this::withMix).toList();
  }

  private Step withMix(Step step) {
    StepSettings own = ofSteps.get(step.name());
    return own != null && step instanceof Step.Work work ? work.mixing(own.shares()) : step;
  }

  /** The core workload of each kind of step with requests. */
  private static Map<String, CoreMix> mixes(Config config) {
    Map<String, CoreMix> mixes = new LinkedHashMap<>();
    mixes.put(StepKind.WARMUP, config.get(YcsbKeys.MIX));
    mixes.put(REQUEST, config.get(YcsbKeys.MIX));
    for (CoreMix core : CoreMix.values()) {
      mixes.put(core.kind(), core);
    }
    return mixes;
  }

  private static Map<String, StepKind> kinds(YcsbSettings settings, Map<String, CoreMix> mixes) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(DROP, StepKind.drop());
    kinds.put(CREATE, StepKind.create());
    kinds.put(LOAD, StepKind.load(settings.records()));
    StepKind requests =
        StepKind.requests().withKeys(YcsbKeys.ofSteps(), List.of(YcsbKeys.ALL_STEPS));
    mixes.keySet().forEach(kind -> kinds.put(kind, requests));
    kinds.put(Drain.KIND, Drain.kind(settings.records()));
    kinds.put(VERIFY, StepKind.verify());
    return Collections.unmodifiableMap(kinds);
  }

  private static Step.Work reading(Step.Work work) {
    return work.with(TableUse.READS, work.groups());
  }

  YcsbSettings settings() {
    return settings;
  }

  YcsbTable table() {
    return table;
  }

  /** The settings of a step with requests. */
  StepSettings settings(Step step) {
    return ofSteps.get(step.name());
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
    int longest = ofSteps.values().stream().mapToInt(StepSettings::maxScan).max().orElse(100);
    examples.add(new Example("SCAN", table.scan(longest), key));
    examples.add(
        new Example("INSERT", table.insert(1), Collections.nCopies(1 + settings.fields(), 1L)));
    return examples;
  }

  @Override
  public List<WorkloadCounter> counters() {
    return YcsbCounter.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return YcsbCounter.facts(counters);
  }

  @Override
  public Map<String, StepKind> kinds() {
    return kinds;
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  /** A loaded row depends on its number alone. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.use() == TableUse.LOADS || !settings(step).writes();
  }

  @Override
  public boolean continuesLoads() {
    return true;
  }

  @Override
  public Map<String, String> dataSettings() {
    return dataSettings;
  }

  /** No process knows the rows that the others insert during a step. */
  @Override
  public Optional<String> whyUndivided() {
    return ofSteps.entrySet().stream()
        .filter(each -> each.getValue().has(YcsbOperation.INSERT))
        .findFirst()
        .map(
            each ->
                "step "
                    + each.getKey()
                    + " inserts rows, which the other processes would not read during the step");
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return begin(epochMillis, dataset, Division.WHOLE);
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new YcsbRun(this, dataset, division);
  }
}

package io.ibench.workload.linkbench;

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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** LinkBench with its settings. Immutable. */
final class LinkBenchPlan implements Plan {

  static final String DROP = "drop";
  static final String CREATE = "create";
  static final String LOAD = "load";
  static final String INDEX = "index";
  static final String WARMUP = StepKind.WARMUP;
  static final String REQUEST = "request";
  static final String DRAIN = Drain.KIND;
  static final String VERIFY = "verify";

  private final LinkBenchSettings settings;
  private final Map<String, String> dataSettings;
  private final Map<String, StepKind> kinds = new LinkedHashMap<>();
  private final List<Step> steps;

  LinkBenchPlan(Config config) {
    settings = LinkBenchSettings.from(config);
    dataSettings = DataSettings.of(config);
    kinds.put(DROP, StepKind.drop());
    kinds.put(CREATE, StepKind.create());
    kinds.put(LOAD, StepKind.load(loadedRows()));
    kinds.put(INDEX, StepKind.index());
    kinds.put(WARMUP, StepKind.requests());
    kinds.put(REQUEST, StepKind.requests());
    kinds.put(DRAIN, Drain.kind(loadedRows()));
    kinds.put(VERIFY, StepKind.verify());
    steps = new StepReader(config, kinds).read().stream().map(this::withMix).toList();
    checkIndex(config);
  }

  private Step withMix(Step step) {
    boolean isRequests = step.kind().equals(WARMUP) || step.kind().equals(REQUEST);
    return isRequests && step instanceof Step.Work work
        ? work.mixing(settings.requests().mix().shares())
        : step;
  }

  /**
   * GET_LINKS_LIST names the index. Without it some products refuse the statement, and others read
   * whole tables, which is another benchmark.
   */
  private void checkIndex(Config config) {
    List<String> without = new ArrayList<>();
    boolean missing = false;
    boolean loaded = false;
    for (Step step : steps) {
      switch (step.kind()) {
        case CREATE -> {
          missing = true;
          loaded = false;
        }
        case LOAD -> loaded = true;
        case INDEX -> missing = false;
        case WARMUP, REQUEST -> {
          if (missing && loaded) {
            without.add(step.name());
          }
        }
        default -> {}
      }
    }
    if (!without.isEmpty()) {
      config.problem(
          String.format(
              Locale.ROOT,
              "cannot be: %s %s the index %s of %s, which nothing before has made; put %s before",
              String.join(", ", without),
              without.size() == 1 ? "needs" : "need",
              GraphTables.ID1_TYPE.name(),
              GraphTables.LINKS.name(),
              INDEX),
          StepKeys.STEPS);
    }
  }

  private long loadedRows() {
    Degrees.Totals totals = settings.degrees().totals();
    return settings.ids() + totals.links() + totals.counts();
  }

  @Override
  public List<LoadedTable> tables() {
    Degrees.Totals totals = settings.degrees().totals();
    return List.of(
        new LoadedTable(GraphTables.LINKS, totals.links()),
        new LoadedTable(GraphTables.COUNTS, totals.counts()),
        new LoadedTable(GraphTables.NODES, settings.ids()));
  }

  @Override
  public List<String> operations() {
    return LinkOperation.names();
  }

  @Override
  public Role role(int operation) {
    return LinkOperation.values()[operation].isLoad() ? Role.INSERT : Role.QUERY;
  }

  @Override
  public List<Example> examples() {
    return LinkExamples.of(settings);
  }

  @Override
  public List<WorkloadCounter> counters() {
    return LinkBenchCounter.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return HitRate.facts(counters, settings.compat());
  }

  @Override
  public Map<String, StepKind> kinds() {
    return Collections.unmodifiableMap(kinds);
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  @Override
  public List<String> warnings() {
    return settings.warnings();
  }

  /** Rows of the load follow from their ids, whichever thread inserts them. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.kind().equals(LOAD) || settings.requests().mix().onlyReads();
  }

  @Override
  public boolean onlyReads(Step step) {
    return step.use() == TableUse.WRITES
        ? settings.requests().mix().onlyReads()
        : Plan.super.onlyReads(step);
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return step.use() == TableUse.WRITES && !onlyReads(step);
  }

  @Override
  public boolean continuesLoads() {
    return true;
  }

  @Override
  public Map<String, String> dataSettings() {
    return dataSettings;
  }

  /** No process knows the nodes that the others add during a step. */
  @Override
  public Optional<String> whyUndivided() {
    return settings.requests().nodeReads() == LinkBenchKeys.NodeReads.ALL
        ? Optional.of(
            LinkBenchKeys.NODE_READS.name()
                + " = all reads nodes that another process has just added, which this one does not"
                + " know")
        : Optional.empty();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return begin(epochMillis, dataset, Division.WHOLE);
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new LinkBenchExperiment(settings, epochMillis, dataset, division);
  }
}

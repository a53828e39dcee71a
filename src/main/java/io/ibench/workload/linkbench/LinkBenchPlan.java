package io.ibench.workload.linkbench;

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
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TablePlan;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LinkBench with its settings. Immutable. */
final class LinkBenchPlan extends TablePlan<Void> {

  private final LinkBenchSettings settings;

  LinkBenchPlan(Config config) {
    this(config, LinkBenchSettings.from(config));
  }

  private LinkBenchPlan(Config config, LinkBenchSettings settings) {
    super(steps(config, settings), DataSettings.of(config));
    this.settings = settings;
    checkIndex(config);
  }

  private static TableSteps<Void> steps(Config config, LinkBenchSettings settings) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(TableSteps.LOAD, StepKind.load(loadedRows(settings)));
    kinds.put(TableSteps.INDEX, StepKind.index());
    kinds.put(StepKind.WARMUP, StepKind.requests());
    kinds.put(TableSteps.REQUEST, StepKind.requests());
    return TableSteps.read(config, TableSteps.kinds(loadedRows(settings), kinds))
        .mixing(settings.requests().mix().shares());
  }

  /**
   * GET_LINKS_LIST names the index. Without it some products refuse the statement, and others read
   * whole tables, which is another benchmark.
   */
  private void checkIndex(Config config) {
    List<String> without = new ArrayList<>();
    boolean missing = false;
    boolean loaded = false;
    for (Step step : steps()) {
      switch (step.kind()) {
        case TableSteps.CREATE -> {
          missing = true;
          loaded = false;
        }
        case TableSteps.LOAD -> loaded = true;
        case TableSteps.INDEX -> missing = false;
        case StepKind.WARMUP, TableSteps.REQUEST -> {
          if (missing && loaded) {
            without.add(step.name());
          }
        }
        default -> {}
      }
    }
    if (!without.isEmpty()) {
      config.problem(
          Lines.text(
              "cannot be: %s %s the index %s of %s, which nothing before has made; put %s before",
              String.join(", ", without),
              without.size() == 1 ? "needs" : "need",
              GraphTables.ID1_TYPE.name(),
              GraphTables.LINKS.name(),
              TableSteps.INDEX),
          StepKeys.STEPS);
    }
  }

  private static long loadedRows(LinkBenchSettings settings) {
    Degrees.Totals totals = settings.degrees().totals();
    return settings.ids() + totals.links() + totals.counts();
  }

  LinkBenchSettings settings() {
    return settings;
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
    return LinkBenchCounter.SET.all();
  }

  @Override
  public List<String> facts(long[] counters) {
    return HitRate.facts(counters, settings.compat());
  }

  @Override
  public List<String> warnings() {
    return settings.warnings();
  }

  /** Rows of the load follow from their ids, whichever thread inserts them. */
  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return step.kind().equals(TableSteps.LOAD) || settings.requests().mix().onlyReads();
  }

  @Override
  public boolean onlyReads(Step step) {
    return step.use() == TableUse.WRITES
        ? settings.requests().mix().onlyReads()
        : super.onlyReads(step);
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return step.use() == TableUse.WRITES && !onlyReads(step);
  }

  @Override
  public boolean continuesLoads() {
    return true;
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
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return new LinkBenchExperiment(this, epochMillis, dataset, division);
  }
}

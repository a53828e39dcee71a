package io.ibench.bench;

import com.sun.management.OperatingSystemMXBean;
import io.ibench.config.Config;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

/** ibench's own engine, workload and adapter; a round is a run with one step. */
final class IbenchSide implements Bench.Side {

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Bench bench;

  IbenchSide(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void load() throws Exception {
    Config config = bench.config("create, load, index", 1, Map.of());
    Plan plan = new LinkBenchWorkload().plan(config);
    run(
        config,
        plan,
        bench.adapter(),
        database -> RegisteredDataset.read(plan, database, "linkbench", "bench"));
  }

  @Override
  public Bench.Round round(int number) throws Exception {
    Config config = bench.config("request", 1000L + number, bench.timed());
    Plan plan = new LinkBenchWorkload().plan(config);
    return run(config, plan, bench.adapter(), database -> Bench.unkept(plan)).round(0);
  }

  @Override
  public Bench.Round replay() throws Exception {
    Config config = bench.config("request", Bench.REPLAY_SEED, bench.counted());
    MarkedPlan marked =
        new MarkedPlan(
            new LinkBenchWorkload().plan(config), Bench.ALLOCATION_FROM, Bench.ALLOCATION_TO);
    return run(config, marked, bench.adapter(), database -> Bench.unkept(marked))
        .round(marked.bytes());
  }

  /** Which books are kept of a database's tables. */
  interface Books {
    RegisteredDataset of(Database database) throws DatabaseException;
  }

  static Watcher run(Config config, Plan plan, Adapter adapter, Books books) throws Exception {
    RunSettings settings = RunSettings.from(config);
    Adapter.Target target = adapter.bind(config);
    config.check();
    Watcher watcher = new Watcher();
    try (Database database = target.open()) {
      List<StepResult> results =
          new Engine(
                  Clock.system(),
                  settings,
                  watcher,
                  new RunControl(Clock.system()),
                  List.of(),
                  List.of())
              .run(plan, database, books.of(database));
      StepResult last = results.get(results.size() - 1);
      if (!last.succeeded()) {
        throw new IllegalStateException(last.failure().orElse("failed"));
      }
    }
    return watcher;
  }

  /** Sees the process' CPU at each interval. */
  static final class Watcher implements RunListener {

    private long firstCpu;
    private long lastCpu;
    private long firstNanos;
    private long lastNanos;
    private long operations;
    private long rows;
    private double seconds;

    @Override
    public void stepStarted(StepStart step) {
      operations = 0;
      firstNanos = System.nanoTime();
      firstCpu = PROCESS.getProcessCpuTime();
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {
      lastCpu = PROCESS.getProcessCpuTime();
      lastNanos = System.nanoTime();
      operations += snapshot.successes();
    }

    @Override
    public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

    @Override
    public void stepEnded(StepResult result) {
      rows = result.whole().rows();
      seconds = result.whole().seconds();
    }

    LoadBench.Round loadRound() {
      return new LoadBench.Round(rows / seconds, (lastCpu - firstCpu) / 1e3 / rows, rows);
    }

    Bench.Round round(long bytes) {
      return new Bench.Round(
          operations / ((lastNanos - firstNanos) / 1e9),
          (lastCpu - firstCpu) / 1e3 / operations,
          bytes);
    }
  }
}

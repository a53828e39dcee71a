package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.workload.Plan;
import io.ibench.workload.insert.InsertWorkload;
import io.ibench.workload.internal.RegisteredDataset;

/** ibench's own engine, workload and adapter; a round is a run with one step. */
final class IbenchInsertSide implements InsertBench.Side {

  private final InsertBench bench;

  IbenchInsertSide(InsertBench bench) {
    this.bench = bench;
  }

  @Override
  public void create() throws Exception {
    Config config = bench.creating();
    Plan plan = new InsertWorkload().plan(config);
    IbenchSide.run(
        config,
        plan,
        bench.adapter(),
        database -> RegisteredDataset.read(plan, database, "insert", "bench"));
  }

  @Override
  public InsertBench.Round insert() throws Exception {
    Config config = bench.inserting();
    CostPlan plan = new CostPlan(new InsertWorkload().plan(config));
    LoadBench.Round round = run(config, plan).loadRound();
    double rows = round.rows();
    return new InsertBench.Round(
        round.rowsPerSecond(),
        round.cpuMicrosPerRow(),
        plan.cost().cpuMicros() / rows,
        plan.cost().bytes() / rows);
  }

  @Override
  public InsertBench.Binding bind() throws Exception {
    Config config = bench.inserting();
    double rows = bench.rowsPerCommit();
    BindingPlan plan =
        new BindingPlan(
            new InsertWorkload().plan(config), Math.toIntExact(bench.rows() / (long) rows));
    run(config, plan);
    return new InsertBench.Binding(plan.medianNanos() / rows, plan.meanBytes() / rows);
  }

  private IbenchSide.Watcher run(Config config, Plan plan) throws Exception {
    return IbenchSide.run(config, plan, bench.adapter(), database -> Bench.unkept(plan));
  }
}

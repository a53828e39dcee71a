package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.mysql.MariadbAdapter;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;

/** ibench's own engine, workload and adapter; a round is a run with one step. */
final class IbenchLoadSide implements LoadBench.Side {

  private final LoadBench bench;

  IbenchLoadSide(LoadBench bench) {
    this.bench = bench;
  }

  @Override
  public void empty() throws Exception {
    Config config = bench.config("drop, create, index", "values");
    Plan plan = new LinkBenchWorkload().plan(config);
    IbenchSide.run(
        config,
        plan,
        new MariadbAdapter(),
        database -> RegisteredDataset.read(plan, database, "linkbench", "bench"));
  }

  @Override
  public LoadBench.Round load(String form) throws Exception {
    Config config = bench.config("load", form);
    Plan plan = LoadBench.links(config);
    return IbenchSide.run(config, plan, new MariadbAdapter(), database -> Bench.unkept(plan))
        .loadRound();
  }
}

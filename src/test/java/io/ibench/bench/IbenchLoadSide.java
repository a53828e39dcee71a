package io.ibench.bench;

import io.ibench.config.Config;
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
    IbenchSide.run(config, new LinkBenchWorkload().plan(config));
  }

  @Override
  public LoadBench.Round load(String form) throws Exception {
    Config config = bench.config("load", form);
    return IbenchSide.run(config, LoadBench.links(config)).loadRound();
  }
}

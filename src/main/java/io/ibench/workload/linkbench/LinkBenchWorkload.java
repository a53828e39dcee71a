package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** Facebook's social graph benchmark: nodes, links between them, and counts of links. */
public final class LinkBenchWorkload implements Workload {

  @Override
  public String name() {
    return "linkbench";
  }

  @Override
  public String description() {
    return "LinkBench: a social graph of nodes, links and counts; ten operations";
  }

  @Override
  public List<Key<?>> keys() {
    return LinkBenchKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new LinkBenchPlan(config);
  }
}

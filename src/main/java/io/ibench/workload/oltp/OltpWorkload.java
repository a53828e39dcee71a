package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** sysbench's OLTP scripts, statement by statement. */
public final class OltpWorkload implements Workload {

  @Override
  public String name() {
    return "oltp";
  }

  @Override
  public String description() {
    return "sysbench's OLTP scripts: point_select, read_only, read_write and fourteen others";
  }

  @Override
  public List<Key<?>> keys() {
    return OltpKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new OltpPlan(config);
  }
}

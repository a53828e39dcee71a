package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** The insert benchmark: inserts, deletes and queries on tables of purchases. */
public final class InsertWorkload implements Workload {

  @Override
  public String name() {
    return "insert";
  }

  @Override
  public String description() {
    return "the insert benchmark: load, index, insert with deletes, query at insert rates";
  }

  @Override
  public List<Key<?>> keys() {
    return InsertKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new InsertPlan(config);
  }
}

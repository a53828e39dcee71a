package io.ibench.workload.ycsb;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** The core workloads of YCSB. */
public final class YcsbWorkload implements Workload {

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public String description() {
    return "YCSB's core workloads A to F: reads, updates, inserts, scans, read-modify-writes";
  }

  @Override
  public List<Key<?>> keys() {
    return YcsbKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new YcsbPlan(config);
  }
}

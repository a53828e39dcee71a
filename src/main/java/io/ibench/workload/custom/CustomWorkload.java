package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** A workload that settings describe: tables, indexes, operations and checks. Stateless. */
public final class CustomWorkload implements Workload {

  static final String WORKLOAD = "custom";

  @Override
  public String name() {
    return WORKLOAD;
  }

  @Override
  public String description() {
    return "your own tables, operations and checks, described by settings";
  }

  @Override
  public List<Key<?>> keys() {
    return CustomKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new CustomReader(config).read().plan(WORKLOAD, config);
  }
}

package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** I/O on plain files, without a database. */
public final class IoWorkload implements Workload {

  @Override
  public String name() {
    return "io";
  }

  @Override
  public String description() {
    return "reads, writes and syncs of pages in plain files, and innosim's model of InnoDB";
  }

  @Override
  public List<Key<?>> keys() {
    return IoKeys.all();
  }

  @Override
  public boolean needsFiles() {
    return true;
  }

  @Override
  public Plan plan(Config config) {
    return new IoPlan(config, Memory.ofMachine());
  }
}

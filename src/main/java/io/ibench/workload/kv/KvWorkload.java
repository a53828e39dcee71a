package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/** The key-value benchmarks of RocksDB's db_bench. */
public final class KvWorkload implements Workload {

  @Override
  public String name() {
    return "kv";
  }

  @Override
  public String description() {
    return "db_bench's benchmarks: fillseq, overwrite, readrandom, readwhilewriting and others";
  }

  @Override
  public List<Key<?>> keys() {
    return KvKeys.all();
  }

  @Override
  public Plan plan(Config config) {
    return new KvPlan(config);
  }
}

package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.StepKeys;
import io.ibench.workload.Workload;
import java.util.List;
import java.util.Map;

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
  public Map<String, String> insteadOfOptions() {
    return Map.of(
        StepKeys.THREADS.name(),
        "insert.clients, each with a table, an inserter, a deleter and a thread of queries; or"
            + " qr100.query.threads, the queries of each client in qr100",
        StepKeys.UNTIL.name(),
        InsertKeys.QUERY_SECONDS + ", the seconds of each query step at its rate",
        StepKeys.RATE.name(),
        "qr100.insert.rate, the rows of each client in qr100; or qr100.query.rate");
  }

  @Override
  public Plan plan(Config config) {
    return new InsertPlan(config);
  }
}

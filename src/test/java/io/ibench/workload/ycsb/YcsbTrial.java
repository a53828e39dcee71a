package io.ibench.workload.ycsb;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.measure.StepResult;
import io.ibench.workload.TableContents;
import io.ibench.workload.WorkloadTrial;
import java.util.Map;

/** Runs of ycsb by the real engine, one after the other on one database. */
final class YcsbTrial extends WorkloadTrial<YcsbPlan, YcsbTrial> {

  static final String LOAD = "drop, create, load";

  YcsbTrial(Database database) {
    super("ycsb", database);
  }

  /** Settings are texts such as {@code ycsb.threads=2}; one thread and 1,000 rows else. */
  static Config config(String steps, String... settings) {
    return config(
        Map.of("seed", "1733776768", "ycsb.threads", "1", "ycsb.until", "5m"), steps, settings);
  }

  static YcsbPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    return checked(new YcsbPlan(config), new YcsbWorkload(), config);
  }

  @Override
  protected YcsbPlan newPlan(String steps, String... settings) {
    return plan(steps, settings);
  }

  @Override
  protected YcsbTrial self() {
    return this;
  }

  /** The result of a step. */
  StepResult result(String step) {
    return results().stream()
        .filter(each -> each.step().name().equals(step))
        .findAny()
        .orElseThrow();
  }

  /** What the workers of a step have counted. */
  long counted(String step, YcsbCounter counter) {
    return result(step).whole().workloadCounters()[counter.ordinal()];
  }

  /** The operations of a step. */
  long count(String step, YcsbOperation operation) {
    return result(step).whole().operations().get(operation.ordinal()).count();
  }

  /** A hash of all rows. */
  String contents() throws Exception {
    try (Session session = database().session()) {
      return TableContents.hash(session, plan().table().table());
    }
  }
}

package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.TableContents;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Runs of ycsb by the real engine, one after the other on one database. */
final class YcsbTrial {

  static final String LOAD = "drop, create, load";

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SEED = 1_733_776_768;
  private static final RunSettings SETTINGS =
      new RunSettings(SEED, SECOND, SECOND, 3600 * SECOND, 1000, SECOND / 1000, 0, SECOND);

  private final Database database;
  private YcsbPlan plan;
  private List<StepResult> results = List.of();

  YcsbTrial(Database database) {
    this.database = database;
  }

  /** Settings are texts such as {@code ycsb.threads=2}; one thread and 1,000 rows else. */
  static Config config(String steps, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", steps);
    all.put("ycsb.threads", "1");
    all.put("ycsb.until", "5m");
    for (String setting : settings) {
      int at = setting.indexOf('=');
      all.put(setting.substring(0, at).strip(), setting.substring(at + 1).strip());
    }
    return Config.of(all);
  }

  static YcsbPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    YcsbPlan plan = new YcsbPlan(config);
    new YcsbWorkload().keys().forEach(config::declare);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  /** Runs these steps, which must neither fail nor find a problem. */
  YcsbTrial run(String steps, String... settings) throws Exception {
    tryToRun(steps, settings);
    for (StepResult result : results) {
      assertThat(result.failure()).as(result.toString()).isEmpty();
      assertThat(result.problems()).isEmpty();
      assertThat(result.whole().failures()).isZero();
    }
    return this;
  }

  /** Runs these steps. */
  YcsbTrial tryToRun(String steps, String... settings) throws Exception {
    plan = plan(steps, settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "ycsb", "test");
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    results =
        new Engine(
                clock,
                SETTINGS,
                new Listeners(List.of()),
                new RunControl(clock),
                List.of(),
                List.of())
            .run(plan, database, dataset);
    return this;
  }

  List<StepResult> results() {
    return results;
  }

  /** The result of a step. */
  StepResult result(String step) {
    return results.stream().filter(each -> each.step().name().equals(step)).findAny().orElseThrow();
  }

  /** What the workers of a step have counted. */
  long counted(String step, YcsbCounter counter) {
    return result(step).whole().workloadCounters()[counter.ordinal()];
  }

  /** The operations of a step. */
  long count(String step, YcsbOperation operation) {
    return result(step).whole().operations().get(operation.ordinal()).count();
  }

  /** The facts of all steps. */
  List<String> facts() {
    return results.stream().flatMap(result -> result.facts().stream()).toList();
  }

  /** The problems of all steps. */
  List<String> problems() {
    return results.stream().flatMap(result -> result.problems().stream()).toList();
  }

  /** A hash of all rows. */
  String contents() throws Exception {
    try (Session session = database.session()) {
      return TableContents.hash(session, plan.table().table());
    }
  }
}

package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.TableContents;
import io.ibench.workload.internal.RegisteredDataset;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Runs of kv by the real engine, one after the other on one database. */
final class KvTrial {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SEED = 7;
  private static final RunSettings SETTINGS =
      new RunSettings(SEED, SECOND, SECOND, 3600 * SECOND, 1000, SECOND / 1000, 0, SECOND);

  private final Database database;
  private List<StepResult> results = List.of();

  KvTrial(Database database) {
    this.database = database;
  }

  /** Settings are texts such as {@code kv.threads=2}; one thread, 1,000 keys of 20 bytes else. */
  static Config config(String steps, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", steps);
    all.put("kv.num", "1000");
    all.put("kv.key_size", "20");
    all.put("kv.threads", "1");
    all.put("kv.operations", "200");
    for (String setting : settings) {
      int at = setting.indexOf('=');
      all.put(setting.substring(0, at).strip(), setting.substring(at + 1).strip());
    }
    return Config.of(all);
  }

  static KvPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    KvPlan plan = new KvPlan(config);
    new KvWorkload().keys().forEach(config::declare);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  /** The mistakes of settings, one line each. */
  static List<String> mistakes(String steps, String... settings) {
    Config config = config(steps, settings);
    new KvPlan(config);
    new KvWorkload().keys().forEach(config::declare);
    return config.problems().stream().map(Problem::toString).toList();
  }

  /** Runs these steps, which must neither fail nor find a problem. */
  KvTrial run(String steps, String... settings) throws Exception {
    tryToRun(steps, settings);
    for (StepResult result : results) {
      assertThat(result.failure()).as(result.toString()).isEmpty();
      assertThat(result.problems()).isEmpty();
      assertThat(result.whole().failures()).isZero();
    }
    return this;
  }

  /** Runs these steps. */
  KvTrial tryToRun(String steps, String... settings) throws Exception {
    KvPlan plan = plan(steps, settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "kv", "test");
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

  /** The results of the steps, in order. */
  List<StepResult> results() {
    return results;
  }

  /** What the workers of a step have counted. */
  long counted(String step, KvCounter counter) {
    return results.stream()
        .filter(result -> result.step().name().equals(step))
        .mapToLong(result -> result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  /** The facts of all steps. */
  List<String> facts() {
    return results.stream().flatMap(result -> result.facts().stream()).toList();
  }

  /** The problems of all steps. */
  List<String> problems() {
    return results.stream().flatMap(result -> result.problems().stream()).toList();
  }

  /** The rows, and the first digits of a hash of all keys and values in key order. */
  String contents(String... settings) throws Exception {
    KvTable table = plan("drop", settings).table();
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] bytes = new byte[1000];
    try (Session session = database.session()) {
      Prepared all = TableContents.everything(session, table.table());
      int rows = all.execute();
      for (int row = 0; row < rows; row++) {
        digest.update(bytes, 0, all.getBytes(row, 0, bytes));
        digest.update(bytes, 0, all.getBytes(row, 1, bytes));
      }
      return rows + " " + HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }
  }
}

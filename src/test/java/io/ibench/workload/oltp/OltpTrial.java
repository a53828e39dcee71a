package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.TableContents;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/** Runs of oltp by the real engine, one after the other on one database. */
final class OltpTrial {

  static final String LOAD = "drop, create, load, index";

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SEED = 1_733_776_768;
  private static final RunSettings SETTINGS =
      new RunSettings(SEED, SECOND, SECOND, 3600 * SECOND, 1000, SECOND / 1000, 0, SECOND);

  private final Database database;
  private final List<RunListener> listeners;
  private OltpPlan plan;
  private List<StepResult> results = List.of();

  OltpTrial(Database database, RunListener... listeners) {
    this.database = database;
    this.listeners = List.of(listeners);
  }

  /** Settings are texts such as {@code oltp.threads=2}; one thread and 1,000 rows else. */
  static Config config(String steps, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", steps);
    all.put("oltp.rows", "1000");
    all.put("oltp.threads", "1");
    for (String setting : settings) {
      int at = setting.indexOf('=');
      all.put(setting.substring(0, at).strip(), setting.substring(at + 1).strip());
    }
    return Config.of(all);
  }

  static OltpPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    OltpPlan plan = new OltpPlan(config);
    new OltpWorkload().keys().forEach(config::declare);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  /** Runs these steps, which must neither fail nor find a problem. */
  OltpTrial run(String steps, String... settings) throws Exception {
    tryToRun(steps, settings);
    for (StepResult result : results) {
      assertThat(result.failure()).as(result.toString()).isEmpty();
      assertThat(result.problems()).isEmpty();
      assertThat(result.whole().failures()).isZero();
    }
    return this;
  }

  /** Runs these steps. */
  OltpTrial tryToRun(String steps, String... settings) throws Exception {
    plan = plan(steps, settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "oltp", "test");
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    results =
        new Engine(
                clock,
                SETTINGS,
                new Listeners(listeners),
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

  /** The last step. */
  StepResult last() {
    return results.get(results.size() - 1);
  }

  /** What the workers of the last step with requests have counted. */
  long counted(OltpCounter counter) {
    return results.stream()
        .mapToLong(result -> result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  /** The facts of all steps. */
  List<String> facts() {
    return results.stream().flatMap(result -> result.facts().stream()).toList();
  }

  /** What the report says of the counters of the first step. */
  List<String> factsOfCounters() {
    return plan.facts(results.get(0).whole().workloadCounters());
  }

  /** The problems of all steps. */
  List<String> problems() {
    return results.stream().flatMap(result -> result.problems().stream()).toList();
  }

  /** Every row of every table. */
  Map<String, String> contents() throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Session session = database.session()) {
      for (Plan.LoadedTable loaded : plan.tables()) {
        Table table = loaded.table();
        contents.put(table.name(), TableContents.hash(session, table));
      }
    }
    return contents;
  }

  /** The rows of sbtest1 in the order of their ids, as lines {@code id,k,c,pad}. */
  List<String> rows() throws Exception {
    List<String> rows = new ArrayList<>();
    byte[] text = new byte[200];
    try (Session session = database.session()) {
      Table table = plan.tables().get(0).table();
      Prepared select = session.prepare(table.select().ordered("id"));
      int count = select.execute();
      for (int row = 0; row < count; row++) {
        int c = select.getBytes(row, 2, text);
        String first = new String(text, 0, c, StandardCharsets.US_ASCII);
        int pad = select.getBytes(row, 3, text);
        String second = new String(text, 0, pad, StandardCharsets.US_ASCII);
        rows.add(
            select.getLong(row, 0) + "," + select.getLong(row, 1) + "," + first + "," + second);
      }
    }
    return rows;
  }

  static String crc(List<String> lines) {
    CRC32 crc = new CRC32();
    lines.forEach(line -> crc.update((line + "\n").getBytes(StandardCharsets.US_ASCII)));
    return String.format("%08x", crc.getValue());
  }

  /** The sum of the k of these rows. */
  static long sumOfK(List<String> rows) {
    return rows.stream().mapToLong(row -> Long.parseLong(row.split(",")[1])).sum();
  }
}

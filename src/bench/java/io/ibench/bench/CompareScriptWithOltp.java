package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.oltp.OltpWorkload;
import io.ibench.workload.script.ScriptWorkload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Executes the same transaction in turn as a script and in Java, which is a script of {@code oltp},
 * on one thread and two connections, without an engine. Prints CPU and time of each transaction
 * with their ratios.
 *
 * <p>Arguments: file of the database's settings, point_select or read_write, counted pairs (21),
 * transactions of a round (5000). Drops and loads the table sbtest1.
 */
public final class CompareScriptWithOltp {

  private static final int WARM_UP = 6;
  private static final String DIGITS = "###########";

  private CompareScriptWithOltp() {}

  /** What a transaction came to, in nanoseconds. */
  private record Cost(double cpu, double time) {}

  public static void main(String[] arguments) throws Exception {
    Path settings = Path.of(arguments[0]);
    String transaction = arguments.length > 1 ? arguments[1] : "point_select";
    int pairs = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 21;
    int transactions = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5000;
    Path folder = Files.createTempDirectory("ibench-script");
    try (Database database = open(settings)) {
      Plan java = oltp(transaction);
      load(database);
      Path file = Files.writeString(folder.resolve("same.sql"), script(transaction));
      Plan script = script(settings, file);
      try (Session first = database.session();
          Session second = database.session()) {
        compare(
            worker(java, database, first), worker(script, database, second), pairs, transactions);
      } finally {
        Files.delete(file);
      }
    } finally {
      Files.delete(folder);
    }
  }

  private static void compare(Worker java, Worker script, int pairs, int transactions)
      throws Exception {
    double[] cpu = new double[pairs];
    double[] time = new double[pairs];
    for (int pair = -WARM_UP; pair < pairs; pair++) {
      boolean javaFirst = pair % 2 == 0;
      Cost first = round(javaFirst ? java : script, transactions);
      Cost second = round(javaFirst ? script : java, transactions);
      Cost inJava = javaFirst ? first : second;
      Cost asScript = javaFirst ? second : first;
      System.out.printf(
          Locale.ROOT,
          "%s: in Java %.0f ns CPU, %.0f ns; as a script %.0f ns CPU, %.0f ns%n",
          pair < 0 ? "warm-up" : "pair " + (pair + 1),
          inJava.cpu(),
          inJava.time(),
          asScript.cpu(),
          asScript.time());
      if (pair >= 0) {
        cpu[pair] = asScript.cpu() / inJava.cpu();
        time[pair] = asScript.time() / inJava.time();
      }
    }
    System.out.printf(
        Locale.ROOT,
        "as a script / in Java, median of %d pairs: CPU %.3f, time %.3f%n",
        pairs,
        median(cpu),
        median(time));
  }

  private static double median(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static Cost round(Worker worker, int transactions) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long time = System.nanoTime();
    for (int i = 0; i < transactions; i++) {
      int operation = worker.next();
      worker.prepare(operation, 0);
      worker.execute(operation);
    }
    return new Cost(
        (threads.getCurrentThreadCpuTime() - cpu) / (double) transactions,
        (System.nanoTime() - time) / (double) transactions);
  }

  private static Config settings(Path file) throws IOException {
    return new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
  }

  private static Adapter adapter(Config config) {
    return Adapters.named(config.get(Key.text("database", "the adapter")));
  }

  private static Database open(Path file) throws Exception {
    Config config = settings(file);
    return adapter(config).bind(config).open();
  }

  private static Plan oltp(String steps) {
    return new OltpWorkload()
        .plan(Config.of(Map.of("seed", "1733776768", "steps", steps, "oltp.operations", "1")));
  }

  private static void load(Database database) throws Exception {
    Plan plan = oltp("drop, create, load, index");
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "oltp", "bench");
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    List<StepResult> results =
        new Engine(
                clock,
                RunSettings.from(Config.of(Map.of())),
                new Listeners(List.of()),
                new RunControl(clock),
                List.of(),
                List.of())
            .run(plan, database, dataset);
    for (StepResult result : results) {
      if (result.failure().isPresent()) {
        throw new IllegalStateException(result.toString());
      }
    }
  }

  private static Plan script(Path settings, Path file) throws IOException {
    Config config =
        Config.of(
            Map.of(
                "script.files",
                file.toString(),
                "script.latencies",
                "false",
                "request.operations",
                "1",
                "steps",
                "request"));
    Adapter adapter = adapter(settings(settings));
    Plan plan =
        new ScriptWorkload()
            .plan(config, new PlanContext(adapter.name(), List.of(), adapter.language()));
    List<Problem> problems = config.problems();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(problems.toString());
    }
    return plan;
  }

  private static Worker worker(Plan plan, Database database, Session session) throws Exception {
    Step.Work step = (Step.Work) plan.steps().get(0);
    return plan.begin(0, RegisteredDataset.read(plan, database, "oltp", "bench"))
        .worker(step, step.groups().get(0), 0, session, new Random64(1));
  }

  private static String script(String transaction) {
    if (transaction.equals("point_select")) {
      return "\\set id random(1, 10000)\nSELECT c FROM sbtest1 WHERE id = :id;\n";
    }
    if (!transaction.equals("read_write")) {
      throw new IllegalArgumentException(transaction);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 17; i++) {
      text.append("\\set i").append(i).append(" random(1, 10000)\n");
    }
    text.append("\\set k random(1, 10000)\n");
    text.append("\\set c1 string('").append(digits(10)).append("')\n");
    text.append("\\set c2 string('").append(digits(10)).append("')\n");
    text.append("\\set pad string('").append(digits(5)).append("')\nBEGIN;\n");
    for (int i = 1; i <= 10; i++) {
      text.append("SELECT c FROM sbtest1 WHERE id = :i").append(i).append(";\n");
    }
    return text.append(
            """
            SELECT c FROM sbtest1 WHERE id BETWEEN :i11 AND :i11 + 99;
            SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN :i12 AND :i12 + 99;
            SELECT c FROM sbtest1 WHERE id BETWEEN :i13 AND :i13 + 99 ORDER BY c;
            SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN :i14 AND :i14 + 99 ORDER BY c;
            UPDATE sbtest1 SET k = k + 1 WHERE id = :i15;
            UPDATE sbtest1 SET c = :c1 WHERE id = :i16;
            DELETE FROM sbtest1 WHERE id = :i17;
            INSERT INTO sbtest1 (id, k, c, pad) VALUES (:i17, :k, :c2, :pad);
            COMMIT;
            """)
        .toString();
  }

  private static String digits(int groups) {
    return DIGITS + ("-" + DIGITS).repeat(groups - 1);
  }
}

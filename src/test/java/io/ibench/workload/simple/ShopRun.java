package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A run of {@link Shop} by the real engine. */
final class ShopRun {

  static final String ALL = "drop, create, load, index, request, verify";

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final RunSettings SETTINGS =
      new RunSettings(7, SECOND, SECOND, 3600 * SECOND, 10, SECOND / 1000, 0, SECOND);

  private final List<StepResult> results;
  private final RegisteredDataset dataset;
  private final List<Worker> workers = Collections.synchronizedList(new ArrayList<>());
  private final Plan plan;

  private ShopRun(Database database, Plan plan, UnaryOperator<Worker> wrapper) throws Exception {
    this.plan = plan;
    dataset = RegisteredDataset.read(plan, database, "shop", "test");
    dataset.admit(Set.of());
    Plan wrapped =
        new WrappedPlan(plan) {
          @Override
          protected Worker wrap(Worker worker) {
            workers.add(worker);
            return wrapper.apply(worker);
          }
        };
    Clock clock = Clock.system();
    results =
        new Engine(
                clock,
                SETTINGS,
                new Listeners(List.of()),
                new RunControl(clock),
                List.of(),
                List.of())
            .run(wrapped, database, dataset);
  }

  /** Settings are texts such as {@code request.threads=2}; one thread and 400 operations else. */
  static Config config(String steps, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", "7");
    all.put("steps", steps);
    all.put("load.rows_per_commit", "17");
    all.put("request.threads", "1");
    all.put("request.operations", "400");
    for (String setting : settings) {
      int at = setting.indexOf('=');
      all.put(setting.substring(0, at), setting.substring(at + 1));
    }
    return Config.of(all);
  }

  static Plan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    Plan plan = new Shop().plan(config);
    if (!config.problems().isEmpty()) {
      throw new IllegalArgumentException(config.problems().toString());
    }
    return plan;
  }

  static ShopRun of(Database database, String steps, String... settings) throws Exception {
    return of(database, worker -> worker, steps, settings);
  }

  /** With each worker replaced by another one. */
  static ShopRun of(
      Database database, UnaryOperator<Worker> wrapper, String steps, String... settings)
      throws Exception {
    return new ShopRun(database, plan(steps, settings), wrapper);
  }

  /** The results of the steps, in order. */
  List<StepResult> results() {
    return results;
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (StepResult result : results) {
      problems.addAll(result.problems());
      result.failure().ifPresent(problems::add);
    }
    return problems;
  }

  /** Those of the last step. */
  List<String> facts() {
    return results.get(results.size() - 1).facts();
  }

  RegisteredDataset dataset() {
    return dataset;
  }

  /** The checksum of everything that each operation has read or changed, by its name. */
  Map<String, Long> checksums() {
    Map<String, Long> sums = new TreeMap<>();
    for (int i = 0; i < plan.operations().size(); i++) {
      for (Worker worker : workers) {
        sums.merge(plan.operations().get(i), worker.checksum(i), Long::sum);
      }
    }
    return sums;
  }

  /** Every row of every table. */
  Map<String, String> contents(Database database) throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Session session = database.session()) {
      for (Plan.LoadedTable loaded : plan.tables()) {
        Table table = loaded.table();
        contents.put(table.name(), TableContents.hash(session, table));
      }
    }
    return contents;
  }
}

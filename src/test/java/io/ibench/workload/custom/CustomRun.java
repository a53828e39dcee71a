package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WrappedPlan;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A custom workload run by the real engine, always at the same time of day. */
final class CustomRun {

  static final Path ORDERS = Path.of("workloads/orders.properties");
  static final Path BANK = Path.of("workloads/bank.properties");
  static final Path ZOO = Path.of("src/test/resources/io/ibench/workload/custom/zoo.properties");

  private static final long MILLIS = 1_700_000_000_000L;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final RunSettings SETTINGS =
      new RunSettings(7, SECOND, SECOND, 3600 * SECOND, 10, SECOND / 1000, 0, SECOND);

  private final List<Worker> workers = Collections.synchronizedList(new ArrayList<>());
  private final Plan plan;
  private final List<StepResult> results;

  CustomRun(Database database, Plan plan) throws Exception {
    this.plan = plan;
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "custom", "test");
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
            .run(new Watched(plan), database, dataset);
  }

  /** The settings of a file, and those that replace some of them. */
  static Config config(Path file, String... settings) {
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of(settings));
    config.declare(Key.text("workload", "read by others"));
    return config;
  }

  /** The plan of a file without mistakes. */
  static Plan plan(Path file, String... settings) {
    Config config = config(file, settings);
    Plan plan = new CustomWorkload().plan(config);
    List<String> mistakes = config.problems().stream().map(Problem::toString).toList();
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", mistakes));
    }
    return plan;
  }

  /** Keeps the workers, and stops the time. */
  private final class Watched extends WrappedPlan {

    Watched(Plan plan) {
      super(plan);
    }

    @Override
    public WorkloadRun begin(long epochMillis, Dataset dataset) {
      return super.begin(MILLIS, dataset);
    }

    @Override
    protected Worker wrap(Worker worker) {
      workers.add(worker);
      return new WrappedWorker(worker) {
        @Override
        public void prepare(int operation, long epochMillis) {
          super.prepare(operation, MILLIS + 60_000);
        }
      };
    }
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

  StepResult step(String name) {
    return results.stream()
        .filter(result -> result.step().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Operations that failed. */
  long failures() {
    return results.stream().mapToLong(result -> result.whole().failures()).sum();
  }

  /** Of everything that each operation has read or changed, by its name. */
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
        contents.put(loaded.table().name(), TableContents.hash(session, loaded.table()));
      }
    }
    return contents;
  }
}

package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs of one workload by the real engine, one after the other on one database. Settings are texts
 * such as {@code kv.threads=2}. Not thread-safe.
 *
 * @param <P> the workload's plan
 * @param <T> the trial of that workload
 */
public abstract class WorkloadTrial<P extends Plan, T extends WorkloadTrial<P, T>> {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final String workload;
  private final Database database;
  private final List<RunListener> listeners;
  private P plan;
  private List<StepResult> results = List.of();

  protected WorkloadTrial(String workload, Database database, RunListener... listeners) {
    this.workload = workload;
    this.database = database;
    this.listeners = List.of(listeners);
  }

  /** The settings of a run, by default those of the workload's tests. */
  protected static Config config(Map<String, String> defaults, String steps, String... settings) {
    Map<String, String> all = new HashMap<>(defaults);
    all.put("steps", steps);
    for (String setting : settings) {
      int at = setting.indexOf('=');
      all.put(setting.substring(0, at).strip(), setting.substring(at + 1).strip());
    }
    return Config.of(all);
  }

  /** The same plan, whose settings have no mistake. */
  protected static <P extends Plan> P checked(P plan, Workload workload, Config config) {
    workload.keys().forEach(config::declare);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  protected abstract P newPlan(String steps, String... settings);

  /** This trial. */
  protected abstract T self();

  /** Runs these steps, which must neither fail nor find a problem. */
  public final T run(String steps, String... settings) throws Exception {
    tryToRun(steps, settings);
    for (StepResult result : results) {
      assertThat(result.failure()).as(result.toString()).isEmpty();
      assertThat(result.problems()).isEmpty();
      assertThat(result.whole().failures()).isZero();
    }
    return self();
  }

  /** Runs these steps. */
  public final T tryToRun(String steps, String... settings) throws Exception {
    plan = newPlan(steps, settings);
    long seed = Long.parseLong(plan.dataSettings().get("seed"));
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, workload, "test");
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    results =
        new Engine(
                clock,
                new RunSettings(
                    seed, SECOND, SECOND, 3600 * SECOND, 1000, SECOND / 1000, 0, SECOND),
                new Listeners(listeners),
                new RunControl(clock),
                List.of(),
                List.of())
            .run(plan, database, dataset);
    return self();
  }

  protected final Database database() {
    return database;
  }

  /** The plan of the last run. */
  public final P plan() {
    return plan;
  }

  /** The results of the steps of the last run, in order. */
  public final List<StepResult> results() {
    return results;
  }

  /** The facts of all steps. */
  public final List<String> facts() {
    return results.stream().flatMap(result -> result.facts().stream()).toList();
  }

  /** The problems of all steps. */
  public final List<String> problems() {
    return results.stream().flatMap(result -> result.problems().stream()).toList();
  }
}

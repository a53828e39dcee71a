package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** LinkBench driven by the engine, as a user runs it: paced, retried and recorded. */
final class EngineOnGraph {

  private static final long SECOND = 1_000_000_000L;
  private static final long BACKOFF_NANOS = 1_000_000L;
  private static final int RETRIES = 1000;

  private EngineOnGraph() {}

  /** Runs the steps; a first failed operation would end the run. Results by the steps' names. */
  static Map<String, StepResult> run(
      Database database, Map<String, String> settings, RunListener listener) throws Exception {
    RunSettings runSettings =
        new RunSettings(
            LinkBenchRun.SEED,
            SECOND,
            10 * SECOND,
            3600 * SECOND,
            RETRIES,
            BACKOFF_NANOS,
            0,
            SECOND);
    Engine engine =
        new Engine(
            Clock.system(),
            runSettings,
            listener,
            new RunControl(Clock.system()),
            List.of(),
            List.of());
    Map<String, StepResult> results = new LinkedHashMap<>();
    Plan plan = LinkBenchRun.plan(settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "linkbench", "a run");
    dataset.admit(Set.of());
    for (StepResult result : engine.run(plan, database, dataset)) {
      results.put(result.step().title(), result);
    }
    return results;
  }
}

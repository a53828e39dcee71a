package io.ibench.workload.insert;

import io.ibench.db.Database;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.internal.OverrideFlag;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The insert benchmark driven by the engine, as a user runs it. */
final class EngineOnPurchases {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final Database database;
  private final RunControl control = new RunControl(Clock.system());
  private long outageMaxNanos = 1000 * MILLI;
  private RunListener listener = new Listeners(List.of());

  EngineOnPurchases(Database database) {
    this.database = database;
  }

  EngineOnPurchases listening(RunListener to) {
    listener = to;
    return this;
  }

  EngineOnPurchases waitingFor(long nanos) {
    outageMaxNanos = nanos;
    return this;
  }

  RunControl control() {
    return control;
  }

  /** The results by the steps' names. The first failed operation ends the run. */
  Map<String, StepResult> run(Map<String, String> settings) throws Exception {
    RunSettings runSettings =
        new RunSettings(
            InsertRun.SEED,
            20 * MILLI,
            1000 * MILLI,
            3_600_000 * MILLI,
            1000,
            MILLI,
            0,
            outageMaxNanos);
    Engine engine =
        new Engine(Clock.system(), runSettings, listener, control, List.of(), List.of());
    InsertPlan plan = InsertRun.plan(settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "insert", "a run");
    dataset.admit(Set.<OverrideFlag>of());
    Map<String, StepResult> results = new LinkedHashMap<>();
    for (StepResult result : engine.run(plan, database, dataset)) {
      results.put(result.step().name(), result);
    }
    return results;
  }
}

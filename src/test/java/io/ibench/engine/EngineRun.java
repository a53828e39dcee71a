package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Gauge;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.List;

/** A run of the engine with the machine's clock, for tests. */
final class EngineRun {

  final RunControl control = new RunControl(Clock.system());
  final RecordingListener listener = new RecordingListener();
  FakeDatabase database = FakeDatabase.unlimited();
  RunSettings settings = TestSettings.DEFAULT;
  List<Gauge> gauges = List.of();
  StepInterceptor around = StepInterceptor.NONE;

  List<StepResult> run(Plan plan) throws InterruptedException {
    List<StepResult> results =
        new Engine(
                Clock.system(),
                settings,
                listener,
                control,
                gauges,
                List.of(),
                CompilerThreads.UNKNOWN,
                around)
            .run(plan, database, register(plan, database));
    for (StepResult result : results) {
      assertThat(result.whole().endNanos() - result.whole().startNanos())
          .as("the time of " + result.step().title() + " is that of its intervals")
          .isEqualTo(listener.nanosOfIntervals(result.step().title()));
    }
    return results;
  }

  static RegisteredDataset register(Plan plan, FakeDatabase database) {
    try {
      return RegisteredDataset.read(plan, database, "fake", "test");
    } catch (DatabaseException e) {
      throw new AssertionError("the fake keeps nothing that could be read", e);
    }
  }

  StepResult runOne(Plan plan) throws InterruptedException {
    List<StepResult> results = run(plan);
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  /** Every thread of the engine has ended, or is about to. */
  static void assertNoThreads() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("ibench-")) {
        thread.join(60_000);
        assertThat(thread.isAlive()).as(thread.getName() + " is alive").isFalse();
      }
    }
  }
}

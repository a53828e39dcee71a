package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import io.ibench.workload.internal.OverrideFlag;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whole runs of the engine, as a user starts them, in virtual time: with one thread per step they
 * do the same on every machine. Each run is one object.
 */
final class VirtualRun {

  private static final long SECOND = 1_000_000_000L;
  private static final RunSettings SETTINGS =
      new RunSettings(
          LinkBenchRun.SEED, SECOND / 100, SECOND, 3600 * SECOND, 0, SECOND / 1000, 0, SECOND);

  private final VirtualClock clock = new VirtualClock();
  private final RunControl control = new RunControl(clock);
  private final RegisteredDataset dataset;
  private final List<Worker> workers = new ArrayList<>();
  private final List<StepResult> results;
  private long operationsUntilInterrupt = Long.MAX_VALUE;

  /** Runs it, if it is admitted. */
  private VirtualRun(Database database, Plan plan, String id, long interruptAfter)
      throws Exception {
    operationsUntilInterrupt = interruptAfter;
    dataset = RegisteredDataset.read(plan, database, "linkbench", id);
    dataset.admit(Set.<OverrideFlag>of());
    Plan watched =
        new WrappedPlan(plan) {
          @Override
          protected Worker wrap(Worker worker) {
            workers.add(worker);
            return new Counting(worker);
          }
        };
    results =
        new Engine(clock, SETTINGS, new Listeners(List.of()), control, List.of(), List.of())
            .run(watched, database, dataset);
  }

  /** A small graph; one thread, and no end but the test's. */
  static Plan plan(String steps, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("steps", steps);
    settings.put("linkbench.maxid1", "201");
    settings.put("load.threads", "1");
    settings.put("request.threads", "1");
    settings.put("request.operations", "1000");
    settings.putAll(more);
    return LinkBenchRun.plan(settings);
  }

  static VirtualRun of(Database database, String id, String steps, Map<String, String> more)
      throws Exception {
    return new VirtualRun(database, plan(steps, more), id, Long.MAX_VALUE);
  }

  static VirtualRun of(Database database, String id, String steps) throws Exception {
    return of(database, id, steps, Map.of());
  }

  /** Interrupted after this many operations. */
  static VirtualRun interrupted(Database database, String id, String steps, long operations)
      throws Exception {
    return new VirtualRun(database, plan(steps, Map.of()), id, operations);
  }

  List<StepResult> results() {
    return results;
  }

  RegisteredDataset dataset() {
    return dataset;
  }

  List<String> facts() {
    return results.stream().flatMap(result -> result.facts().stream()).toList();
  }

  List<String> problems() {
    return results.stream().flatMap(result -> result.problems().stream()).toList();
  }

  boolean succeeded() {
    return results.stream().allMatch(StepResult::succeeded);
  }

  /** What every operation of every worker has read. */
  List<Long> checksums() {
    List<Long> checksums = new ArrayList<>();
    for (Worker worker : workers) {
      for (LinkOperation operation : LinkOperation.values()) {
        checksums.add(worker.checksum(operation.ordinal()));
      }
    }
    return checksums;
  }

  /** Of all steps and repeats together. */
  long counter(LinkBenchCounter counter) {
    return results.stream()
        .mapToLong(result -> result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  long operations() {
    return results.stream().mapToLong(result -> result.whole().successes()).sum();
  }

  /** Lets time pass. */
  private final class Counting extends WrappedPlan.WrappedWorker {

    Counting(Worker worker) {
      super(worker);
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      int rows = super.execute(operation);
      clock.operationDone();
      operationsUntilInterrupt--;
      if (operationsUntilInterrupt == 0) {
        control.interrupt();
      }
      return rows;
    }
  }
}

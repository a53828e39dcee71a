package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.random.Random64;
import io.ibench.workload.DataRegister;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The objects that every step of a run uses.
 *
 * @param streamSeed the workers' seeds are derived from it; different for each run on the same data
 * @param continuation what an earlier process has done of the run
 * @param peers the other processes that work as one client with this one
 */
record StepContext(
    RunSettings settings,
    RunListener listener,
    RunControl control,
    RunGauges gauges,
    Plan plan,
    RunData data,
    OutageWatch outages,
    Repeatability repeatability,
    long streamSeed,
    Continuation continuation,
    Peers peers,
    Clock clock) {

  /**
   * What the steps work on.
   *
   * @param register records what the steps do with the tables
   * @param run the workload's part
   * @param loadMillis the time that loaded rows get
   */
  record RunData(Database database, DataRegister register, WorkloadRun run, long loadMillis) {}

  Database database() {
    return data.database();
  }

  DataRegister register() {
    return data.register();
  }

  WorkloadRun experiment() {
    return data.run();
  }

  long loadMillis() {
    return data.loadMillis();
  }

  /**
   * A new backoff for one thread.
   *
   * @param seed of its random pauses
   */
  ReconnectBackoff backoff(long seed) {
    return backoff(seed, 0);
  }

  /**
   * The same for what follows the workers: an outage that they have not seen the end of counts from
   * its begin, so that a run waits for it once.
   */
  ReconnectBackoff backoffAfterOutage(long seed) {
    return backoff(seed, outages.unresolvedNanos());
  }

  private ReconnectBackoff backoff(long seed, long waitedNanos) {
    return new ReconnectBackoff(
        clock,
        control,
        outages.prober(),
        settings.outages().kinds(),
        settings.outageMaxNanos(),
        waitedNanos,
        new Random64(Random64.hash(seed, "outage")));
  }

  /** How long {@link #backoffAfterOutage} waits. */
  long outageLeftNanos() {
    return Math.max(0, settings.outageMaxNanos() - outages.unresolvedNanos());
  }

  /**
   * The dimensions of a step's counters.
   *
   * @param clients that are counted separately
   */
  PeriodAccumulator.Shape shape(int clients, boolean paced) {
    return new PeriodAccumulator.Shape(
        roles(), FailureKind.values().length, plan.counters().size(), clients, paced);
  }

  /**
   * By operation, whether it is auxiliary among those of this group. The operations of a group that
   * holds snapshots are all that it does, at its own rate.
   */
  boolean[] auxiliary(Step.Group group) {
    boolean[] auxiliary = new boolean[plan.operations().size()];
    if (group.holdsSnapshots()) {
      return auxiliary;
    }
    for (int operation = 0; operation < auxiliary.length; operation++) {
      auxiliary[operation] = plan.role(operation) == Role.AUXILIARY;
    }
    return auxiliary;
  }

  /** The roles of the operations, by number. */
  List<Role> roles() {
    return IntStream.range(0, plan.operations().size()).mapToObj(plan::role).toList();
  }
}

package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.Period;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What every step of a run needs.
 *
 * @param streamSeed from which the workers' streams are derived: another one for each run on the
 *     same data
 */
record StepContext(
    Clock clock,
    RunSettings settings,
    RunListener listener,
    RunControl control,
    RunGauges probes,
    Plan plan,
    Database database,
    WorkloadRun experiment,
    OutageWatch outages,
    long streamSeed) {

  /**
   * For one thread.
   *
   * @param seed from which its pauses are drawn
   */
  ReconnectBackoff backoff(long seed) {
    return new ReconnectBackoff(
        clock,
        control,
        outages.prober(),
        settings.outageMaxNanos(),
        new Random64(Random64.hash(seed, "outage")));
  }

  /**
   * What a step's books count.
   *
   * @param clients whose operations are counted apart
   */
  Period.Shape shape(int clients, boolean paced) {
    return new Period.Shape(
        roles(), FailureKind.values().length, plan.tallies().size(), clients, paced);
  }

  /** By operation, whether it is done on the side. */
  boolean[] operationsAside() {
    boolean[] aside = new boolean[plan.operations().size()];
    for (int operation = 0; operation < aside.length; operation++) {
      aside[operation] = plan.role(operation) == Plan.Role.AUXILIARY;
    }
    return aside;
  }

  private List<Role> roles() {
    return IntStream.range(0, plan.operations().size())
        .mapToObj(operation -> Role.valueOf(plan.role(operation).name()))
        .toList();
  }
}

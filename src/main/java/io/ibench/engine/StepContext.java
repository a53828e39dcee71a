package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.db.Kind;
import io.ibench.measure.Clock;
import io.ibench.measure.Period;
import io.ibench.measure.RunListener;
import io.ibench.random.Random64;
import io.ibench.workload.Experiment;
import io.ibench.workload.Plan;

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
    Ticker.Probes probes,
    Plan plan,
    Database database,
    Experiment experiment,
    OutageWatch outages,
    long streamSeed) {

  /**
   * For one thread.
   *
   * @param seed from which its pauses are drawn
   */
  Patience patience(long seed) {
    return new Patience(
        clock,
        control,
        outages,
        settings.outageMaxNanos(),
        new Random64(Random64.hash(seed, "outage")));
  }

  Period.Shape shape(boolean paced) {
    return new Period.Shape(
        plan.operations().size(), Kind.values().length, plan.tallies().size(), paced);
  }
}

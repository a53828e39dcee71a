package io.ibench.workload.table;

import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;

/**
 * What a worker is created with.
 *
 * @param number the worker's number in its group, from 0
 * @param random the worker's own generator
 */
public record Seat(
    Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps) {

  /** Whether the step fills the tables. */
  public boolean loads() {
    return step.use() == TableUse.LOADS;
  }
}

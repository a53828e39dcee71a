package io.ibench.workload;

import io.ibench.db.DatabaseException;

/** What the engine gives a step's action. The action's thread alone uses it. */
public interface ActionContext {

  /** Rows gone through so far, in whichever of the plan's tallies; watched by others. */
  Tallies progress();

  /**
   * Waits until {@code settled} says so, and until the step has lasted {@link
   * Step.Action#atLeastNanos}; both. It is asked about once a second.
   *
   * @throws InterruptedException when the run is stopped
   */
  void await(Settled settled) throws DatabaseException, InterruptedException;

  /** Whether what an action has begun is over. */
  interface Settled {
    boolean isSettled() throws DatabaseException;
  }
}

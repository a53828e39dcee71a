package io.ibench.workload;

import io.ibench.db.DatabaseException;
import java.util.List;
import java.util.function.Supplier;

/** What the engine gives a step's action. The action's thread alone uses it. */
public interface ActionContext {

  /** Rows gone through so far, in whichever of the plan's tallies; watched by others. */
  WorkloadCounters progress();

  /**
   * Waits until {@code resolved} says so, and until the step has lasted {@link
   * Step.Action#atLeastNanos}; both. It is asked about once a second.
   *
   * @throws InterruptedException when the run is stopped
   */
  void await(Settled resolved) throws DatabaseException, InterruptedException;

  /**
   * What is to be told of an action that does not end in time when the run is stopped, such as what
   * it leaves changed on a server that hangs. Asked on another thread.
   */
  default void ifAbandoned(Supplier<List<String>> facts) {}

  /** Whether what an action has begun is over. */
  interface Settled {
    boolean isSettled() throws DatabaseException;
  }
}

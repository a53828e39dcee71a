package io.ibench.workload;

import io.ibench.db.DatabaseException;
import java.util.List;
import java.util.function.Supplier;

/** The engine's services for an action. Confined to the action's thread. */
public interface ActionContext {

  /** Counters of the rows done so far; other threads read them to show progress. */
  WorkloadCounters progress();

  /**
   * Waits until {@code condition} holds and the step has lasted {@link Step.Action#atLeastNanos}.
   * Evaluates the condition about once a second.
   *
   * @throws InterruptedException when the run is stopped
   */
  void await(Settled condition) throws DatabaseException, InterruptedException;

  /**
   * Says what the action waits for, in words, for those who watch the run; empty: nothing that it
   * knows.
   */
  default void waitsFor(String what) {}

  /**
   * Facts to report when the run is stopped and the action does not end in time, such as what it
   * leaves changed on a server that hangs. Called on another thread.
   */
  default void ifAbandoned(Supplier<List<String>> facts) {}

  /** Whether the work that an action started is complete. */
  interface Settled {
    boolean isSettled() throws DatabaseException;
  }
}

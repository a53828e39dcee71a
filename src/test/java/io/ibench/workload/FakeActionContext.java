package io.ibench.workload;

import io.ibench.db.DatabaseException;

/** For an action that a test calls: it waits only for the action's own condition. */
public record FakeActionContext(WorkloadCounters progress) implements ActionContext {

  @Override
  public void await(Settled resolved) throws DatabaseException, InterruptedException {
    while (!resolved.isSettled()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }
}

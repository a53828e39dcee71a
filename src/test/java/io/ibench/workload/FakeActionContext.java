package io.ibench.workload;

import io.ibench.db.DatabaseException;

/** For an action that a test calls: it waits for nothing but the action's own condition. */
public record FakeActionContext(Tallies progress) implements ActionContext {

  @Override
  public void await(Settled settled) throws DatabaseException, InterruptedException {
    while (!settled.isSettled()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }
}

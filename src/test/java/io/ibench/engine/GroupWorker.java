package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** A worker of one operation, with an auxiliary one before every few of it. */
final class GroupWorker implements Worker {

  private final int operation;
  private final FakeWorker.Execution execution;
  private final WorkloadCounters workloadCounters = new WorkloadCounters(1);
  private long left = Long.MAX_VALUE;
  private long asideEvery = Long.MAX_VALUE;
  private boolean asideDone;
  private long drawn;
  private volatile long followed;

  GroupWorker(int operation, FakeWorker.Execution execution) {
    this.operation = operation;
    this.execution = execution;
  }

  GroupWorker withWork(long operations) {
    left = operations;
    return this;
  }

  GroupWorker withMinEvery(long operations) {
    asideEvery = operations;
    return this;
  }

  /** How often the engine called {@code followed}. */
  long followed() {
    return followed;
  }

  @Override
  public void followed(int rows) {
    followed = followed + 1;
  }

  @Override
  public int next() {
    if (drawn == left) {
      return DONE;
    }
    if (drawn % asideEvery == asideEvery - 1 && !asideDone) {
      asideDone = true;
      return GroupPlan.MIN;
    }
    asideDone = false;
    drawn++;
    return operation;
  }

  @Override
  public void prepare(int chosen, long epochMillis) {}

  @Override
  public int execute(int chosen) throws DatabaseException {
    if (chosen == GroupPlan.MIN) {
      return 1;
    }
    int rows = execution.run();
    workloadCounters.add(0, 1);
    return rows;
  }

  @Override
  public void rollback() {}

  @Override
  public int resolveOutcome(int chosen) {
    return NOT_EXECUTED;
  }

  @Override
  public void failed(int chosen, boolean outcomeUnknown) {}

  @Override
  public long checksum(int chosen) {
    return 0;
  }

  @Override
  public WorkloadCounters counters() {
    return workloadCounters;
  }
}

package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** A worker whose operations take as long as a script says, inside and outside the database. */
final class StagedWorker implements Worker {

  /** What operation {@code number}, from 0, does. */
  interface Script {
    void run(long number) throws DatabaseException;
  }

  private final WorkloadCounters workloadCounters = new WorkloadCounters(1);
  private final Script outside;
  private final Script inside;
  private final Runnable settling;
  private long number;

  /**
   * @param outside while it is prepared
   * @param inside while it is executed
   * @param settling while it is found out what became of it, after an outage
   */
  StagedWorker(Script outside, Script inside, Runnable settling) {
    this.outside = outside;
    this.inside = inside;
    this.settling = settling;
  }

  @Override
  public int next() {
    return 0;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    try {
      outside.run(number);
    } catch (DatabaseException e) {
      throw new AssertionError("nothing is asked of the database here", e);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    inside.run(number++);
    return 1;
  }

  @Override
  public void rollback() {}

  @Override
  public int resolveOutcome(int operation) {
    settling.run();
    return 1;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  @Override
  public long checksum(int operation) {
    return 0;
  }

  @Override
  public WorkloadCounters counters() {
    return workloadCounters;
  }
}

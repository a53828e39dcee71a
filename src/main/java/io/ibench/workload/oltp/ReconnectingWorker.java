package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/**
 * Replaces the connections of another worker's session after every so many transactions. This is an
 * operation of its own, so that no transaction's time contains it.
 */
final class ReconnectingWorker implements Worker {

  private final Worker script;
  private final Session session;
  private final int every;
  private final int reconnect;
  private int transactions;

  /**
   * @param every transactions, at least 1
   * @param reconnect the operation's number
   */
  ReconnectingWorker(Worker script, Session session, int every, int reconnect) {
    this.script = script;
    this.session = session;
    this.every = every;
    this.reconnect = reconnect;
  }

  @Override
  public int next() {
    if (transactions == every) {
      transactions = 0;
      return reconnect;
    }
    transactions++;
    return script.next();
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation != reconnect) {
      script.prepare(operation, epochMillis);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    if (operation != reconnect) {
      return script.execute(operation);
    }
    session.renew();
    return 0;
  }

  @Override
  public boolean isRepeatable(int operation, FailureKind failure) {
    return operation != reconnect && script.isRepeatable(operation, failure);
  }

  @Override
  public void rollback() throws DatabaseException {
    script.rollback();
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return operation == reconnect ? NOT_EXECUTED : script.resolveOutcome(operation);
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (operation != reconnect) {
      script.failed(operation, outcomeUnknown);
    }
  }

  @Override
  public long checksum(int operation) {
    return script.checksum(operation);
  }

  @Override
  public WorkloadCounters counters() {
    return script.counters();
  }

  @Override
  public WorkloadCounters booked() {
    return script.booked();
  }
}

package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A worker whose executions follow a script; it records the engine's calls. */
final class FakeWorker implements Worker {

  /** One execution. */
  interface Execution {
    int run() throws DatabaseException;
  }

  private final Execution usual;
  private final Deque<Execution> script = new ArrayDeque<>();
  private final WorkloadCounters workloadCounters = new WorkloadCounters(1);
  private final List<Boolean> failedWithOutcomeUnknown = new ArrayList<>();
  private final List<Long> preparedAtEpochMillis = new ArrayList<>();
  private final List<Integer> followed = new ArrayList<>();
  private Execution rollback = () -> 0;
  private Execution resolution = () -> UNKNOWN_OUTCOME;
  private long settlements;
  private long left = Long.MAX_VALUE;
  private int operations = 1;
  private int idles;
  private int idled;
  private long drawn;
  private long executions;
  private long rollbacks;

  /** {@code usual} is what every execution does when the script is empty. */
  FakeWorker(Execution usual) {
    this.usual = usual;
  }

  /** The next executions, in this order. */
  FakeWorker then(Execution... executions) {
    script.addAll(List.of(executions));
    return this;
  }

  FakeWorker thenTimes(int times, Execution execution) {
    for (int i = 0; i < times; i++) {
      script.add(execution);
    }
    return this;
  }

  FakeWorker rollingBack(Execution execution) {
    rollback = execution;
    return this;
  }

  /** The outcome that it reports when the engine asks; by default, an unknown one. */
  FakeWorker settling(Execution answer) {
    resolution = answer;
    return this;
  }

  long settlements() {
    return settlements;
  }

  /** It has nothing left to do after this many operations. */
  FakeWorker withWork(long operationsLeft) {
    left = operationsLeft;
    return this;
  }

  /** It waits for others so often before each operation. */
  FakeWorker idling(int times) {
    idles = times;
    return this;
  }

  /** It draws operations 0 to n - 1 in turn. */
  FakeWorker drawing(int numberOfOperations) {
    operations = numberOfOperations;
    return this;
  }

  @Override
  public void followed(int rows) {
    followed.add(rows);
  }

  /** The rows that it was told to answer. */
  List<Integer> followed() {
    return followed;
  }

  @Override
  public int next() {
    if (idled < idles) {
      idled++;
      return IDLE;
    }
    idled = 0;
    if (left-- <= 0) {
      return DONE;
    }
    return (int) (drawn++ % operations);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (preparedAtEpochMillis.size() < 10_000) {
      preparedAtEpochMillis.add(epochMillis);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    executions++;
    Execution next = script.isEmpty() ? usual : script.remove();
    int rows = next.run();
    workloadCounters.add(0, 1);
    return rows;
  }

  @Override
  public void rollback() throws DatabaseException {
    rollbacks++;
    rollback.run();
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    failedWithOutcomeUnknown.add(outcomeUnknown);
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    settlements++;
    return resolution.run();
  }

  @Override
  public long checksum(int operation) {
    return executions;
  }

  @Override
  public WorkloadCounters counters() {
    return workloadCounters;
  }

  long executions() {
    return executions;
  }

  long rollbacks() {
    return rollbacks;
  }

  /** The arguments of the first 10,000 preparations. */
  List<Long> preparedAtEpochMillis() {
    return preparedAtEpochMillis;
  }

  /** One entry for each operation that failed for good. */
  List<Boolean> failedWithOutcomeUnknown() {
    return failedWithOutcomeUnknown;
  }
}

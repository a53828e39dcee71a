package io.ibench.duet;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.function.LongSupplier;

/**
 * A worker of one side that takes turns with its partner. It waits in {@link #prepare}, which is no
 * operation's time, and is out of work when the block is over. Confined to its thread; what it has
 * measured is read after its end.
 */
final class PairedWorker implements Worker {

  private final Worker worker;
  private final Side side;
  private final Block block;
  private final PairGate gate;
  private final long[] answers;
  private final LongSupplier cpuNanos;
  private Block.Phase phase = Block.Phase.WARM_UP;
  private long operations;
  private long measuredOperations;
  private long measuredCpuNanos;

  /**
   * @param cpuNanos the CPU time of the calling thread
   */
  PairedWorker(
      Worker worker, Side side, Block block, PairGate gate, int operations, LongSupplier cpuNanos) {
    this.worker = worker;
    this.side = side;
    this.block = block;
    this.gate = gate;
    this.answers = new long[operations];
    this.cpuNanos = cpuNanos;
  }

  Side side() {
    return side;
  }

  long measuredCpuNanos() {
    return measuredCpuNanos;
  }

  long measuredOperations() {
    return measuredOperations;
  }

  @Override
  public void followed(int rows) {
    worker.followed(rows);
  }

  @Override
  public int next() {
    if (gate.isOver(side, block.clock().nanoTime())) {
      look();
      return DONE;
    }
    int operation = worker.next();
    if (operation < 0) {
      gate.rests(side, block.clock().nanoTime());
    }
    return operation;
  }

  /** Counts from the first look in the measured part to the first one after it. */
  private void look() {
    Block.Phase now = block.phase();
    if (now == phase) {
      return;
    }
    if (now == Block.Phase.MEASURED) {
      measuredCpuNanos = -cpuNanos.getAsLong();
      measuredOperations = -operations;
    } else if (phase == Block.Phase.MEASURED) {
      measuredCpuNanos += cpuNanos.getAsLong();
      measuredOperations += operations;
    }
    phase = now;
  }

  @Override
  public void unstarted(int operation) {
    worker.unstarted(operation);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    look();
    worker.prepare(operation, epochMillis);
    gate.await(side, operation, block.clock().nanoTime());
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    gate.begins(side);
    long start = block.clock().nanoTime();
    int rows = worker.execute(operation);
    long nanos = block.clock().nanoTime() - start;
    long sum = worker.checksum(operation);
    gate.succeeded(side, nanos, sum - answers[operation]);
    answers[operation] = sum;
    operations++;
    return rows;
  }

  @Override
  public boolean isRepeatable(int operation, FailureKind failure) {
    return worker.isRepeatable(operation, failure);
  }

  @Override
  public void abort() {
    worker.abort();
  }

  @Override
  public void rollback() throws DatabaseException {
    worker.rollback();
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return worker.resolveOutcome(operation);
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    worker.failed(operation, outcomeUnknown);
  }

  @Override
  public long checksum(int operation) {
    return worker.checksum(operation);
  }

  @Override
  public WorkloadCounters counters() {
    return worker.counters();
  }

  @Override
  public WorkloadCounters booked() {
    return worker.booked();
  }
}

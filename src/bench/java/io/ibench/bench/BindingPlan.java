package io.ibench.bench;

import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import java.util.Arrays;

/**
 * A plan with one worker, of which it tells what preparing a statement takes: drawing its rows and
 * binding them, up to and without what the driver does. Reading the clock is part of the time.
 */
final class BindingPlan extends WrappedPlan {

  private final long[] nanos;
  private volatile long bytes;
  private volatile int count;

  /**
   * @param statements of the worker; those of the first half warm up
   */
  BindingPlan(Plan plan, int statements) {
    super(plan);
    nanos = new long[statements];
  }

  /** Of a statement, the median: the machine may be taken from us at any time. */
  double medianNanos() {
    long[] sorted = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Of a statement, the mean. */
  double meanBytes() {
    if (count != nanos.length) {
      throw new IllegalStateException(count + " statements instead of " + nanos.length);
    }
    return (double) bytes / (nanos.length - nanos.length / 2);
  }

  @Override
  protected Worker wrap(Worker worker) {
    return new Timed(worker);
  }

  private final class Timed extends WrappedWorker {

    private int statement;
    private long allocated;

    Timed(Worker worker) {
      super(worker);
    }

    @Override
    public int next() {
      int operation = super.next();
      if (operation == DONE) {
        bytes = allocated;
        count = statement;
      }
      return operation;
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      long before = ThreadCost.allocated();
      long start = System.nanoTime();
      super.prepare(operation, epochMillis);
      nanos[statement] = System.nanoTime() - start;
      if (statement >= nanos.length / 2) {
        allocated += ThreadCost.allocated() - before;
      }
      statement++;
    }
  }
}

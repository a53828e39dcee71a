package io.ibench.bench;

import com.sun.management.ThreadMXBean;
import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/** A plan whose workers note what their thread has allocated between two of their operations. */
final class MarkedPlan extends WrappedPlan {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long from;
  private final long to;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param from operations of each worker before the first mark
   * @param to operations of each worker before the second one
   */
  MarkedPlan(Plan plan, long from, long to) {
    super(plan);
    this.from = from;
    this.to = to;
  }

  static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Allocated by all workers between their marks. */
  long bytes() {
    return bytes.get();
  }

  @Override
  protected Worker wrap(Worker worker) {
    return new Marked(worker);
  }

  private final class Marked extends WrappedPlan.WrappedWorker {

    private long operations;
    private long before;

    Marked(Worker worker) {
      super(worker);
    }

    @Override
    public int next() {
      if (operations == from) {
        before = allocated();
      } else if (operations == to) {
        bytes.addAndGet(allocated() - before);
      }
      operations++;
      return super.next();
    }
  }
}

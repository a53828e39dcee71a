package io.ibench.workload.table;

import io.ibench.workload.WorkloadCounters;
import java.util.Arrays;
import java.util.Map;

/** Books that are what was at first plus what workers have counted since. */
public abstract class CountedBooks implements TableBooks {

  private final int counters;

  /** Copy on write. */
  private volatile WorkloadCounters[] workers = {};

  /**
   * @param counters of a worker
   */
  protected CountedBooks(int counters) {
    this.counters = counters;
  }

  /** New counters of a worker, which count from now on. */
  public final WorkloadCounters worker() {
    WorkloadCounters worker = new WorkloadCounters(counters);
    add(worker);
    return worker;
  }

  @Override
  public void add(int totals, WorkloadCounters counted) {
    add(counted);
  }

  /** Adds counters, which may still change. */
  public final synchronized void add(WorkloadCounters counted) {
    WorkloadCounters[] more = Arrays.copyOf(workers, workers.length + 1);
    more[workers.length] = counted;
    workers = more;
  }

  @Override
  public synchronized void clear() {
    workers = new WorkloadCounters[0];
  }

  /** The sum of a counter over all workers. Any thread, at any time; lock-free. */
  protected final long sum(int counter) {
    long sum = 0;
    for (WorkloadCounters worker : workers) {
      sum += worker.get(counter);
    }
    return sum;
  }

  /** The sum of a counter whose number is its ordinal. */
  protected final long sum(Enum<?> counter) {
    return sum(counter.ordinal());
  }

  /** A total that is left out when it is 0. */
  protected static void putIfAny(Map<String, Long> totals, String key, long value) {
    if (value > 0) {
      totals.put(key, value);
    }
  }
}

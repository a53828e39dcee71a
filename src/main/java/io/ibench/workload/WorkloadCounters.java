package io.ibench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counters that a worker keeps besides its operations, by number. One thread writes, any thread
 * reads. A reader sees every value eventually, and never a torn one.
 */
public final class WorkloadCounters {

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] values;

  public WorkloadCounters(int count) {
    values = new long[count];
  }

  /** Only the writing thread calls this. */
  public void add(int counter, long delta) {
    ELEMENT.setOpaque(values, counter, values[counter] + delta);
  }

  public long get(int counter) {
    return (long) ELEMENT.getOpaque(values, counter);
  }

  public int size() {
    return values.length;
  }
}

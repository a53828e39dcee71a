package io.ibench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a worker counts beside its operations, by number. One thread writes, any thread reads; a
 * reader sees every value some time, and never a torn one.
 */
public final class WorkloadCounters {

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] values;

  public WorkloadCounters(int count) {
    values = new long[count];
  }

  /** Writer's thread only. */
  public void add(int tally, long delta) {
    ELEMENT.setOpaque(values, tally, values[tally] + delta);
  }

  public long get(int tally) {
    return (long) ELEMENT.getOpaque(values, tally);
  }

  public int size() {
    return values.length;
  }
}

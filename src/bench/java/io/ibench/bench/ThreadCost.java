package io.ibench.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the current thread takes between two points; read by others once it has ended. */
final class ThreadCost {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private volatile long nanos;
  private volatile long bytes;

  void begin() {
    nanos = -THREADS.getCurrentThreadCpuTime();
    bytes = -allocated();
  }

  void end() {
    bytes += allocated();
    nanos += THREADS.getCurrentThreadCpuTime();
  }

  /** By the current thread since it was started. */
  static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  double cpuMicros() {
    return nanos / 1e3;
  }

  double bytes() {
    return bytes;
  }
}

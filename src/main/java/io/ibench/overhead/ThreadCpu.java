package io.ibench.overhead;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The CPU time of a benchmark's thread in an iteration, in nanoseconds. It does not contain the
 * wait for a server, nor what other threads use.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class ThreadCpu {

  /** The counter's name in JMH's results. */
  static final String COUNTER = "cpuNanos";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public long cpuNanos;

  private long before;

  @Setup(Level.Iteration)
  public void begin() {
    before = THREADS.getCurrentThreadCpuTime();
  }

  @TearDown(Level.Iteration)
  public void end() {
    cpuNanos = THREADS.getCurrentThreadCpuTime() - before;
  }
}

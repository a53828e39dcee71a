package io.ibench.measure;

import java.util.Optional;

/** The JVM's own compiler threads. Used by the ticker's thread. */
public interface CompilerThreads {

  /** Nothing is known about them. */
  CompilerThreads UNKNOWN = Optional::empty;

  /** The times since the threads were started; empty if unknown. */
  Optional<Times> read();

  /**
   * Sums over all threads.
   *
   * @param cpuNanos on a CPU
   * @param waitedNanos ready to run, and without a CPU
   */
  record Times(long cpuNanos, long waitedNanos) {}
}

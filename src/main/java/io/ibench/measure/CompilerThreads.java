package io.ibench.measure;

import java.util.Optional;

/** The JVM's own compiler threads. Used by the ticker's thread. */
public interface CompilerThreads {

  /** Nothing is known about them. */
  CompilerThreads UNKNOWN = Optional::empty;

  /** What all of them did since they were started; empty where nobody can tell. */
  Optional<Times> read();

  /**
   * Sums over all threads.
   *
   * @param cpuNanos on a CPU
   * @param waitedNanos ready to run, and without a CPU
   */
  record Times(long cpuNanos, long waitedNanos) {}
}

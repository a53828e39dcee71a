package io.ibench.measure;

/**
 * Something outside the operations that is worth reading at every tick: a disk, a CPU, a process.
 *
 * <p>Owned and called by the engine's ticker thread alone. A gauge never throws: a figure that
 * cannot be had is reported as absent, with the reason a user can act on.
 */
public interface Gauge {

  /** Reads the present values and hands each to {@code sink}, under its metric's name. */
  void read(long nanos, Sink sink);

  /** Takes what a gauge found. */
  interface Sink {

    /** A value: counters grow from an arbitrary start, levels stand for themselves. */
    void put(String metric, long value);

    /** No value now; {@code reason} is one sentence for the report. */
    void absent(String metric, String reason);

    /** Where a value comes from, for metrics whose source differs between products. */
    default void source(String metric, String source) {}

    /** What a server counts by itself, under a name that nobody else knows. */
    default void counter(String name, Counter counter) {}
  }
}

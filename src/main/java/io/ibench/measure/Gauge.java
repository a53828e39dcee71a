package io.ibench.measure;

/**
 * Reads metrics outside the operations at every tick: of a disk, a CPU, a process.
 *
 * <p>Called by the ticker's thread only. A gauge never throws: it reports a value that is not
 * available as absent, with a reason that helps the user.
 */
public interface Gauge {

  /** Reads the current values and passes each one to {@code sink}, under its metric's name. */
  void read(long nanos, Sink sink);

  /** Receives the values of gauges. */
  interface Sink {

    /** A value: a counter with an arbitrary start, or a level. */
    void put(String metric, long value);

    /** No value now; {@code reason} is one sentence for the report. */
    void absent(String metric, String reason);

    /** Where a value comes from, for metrics whose source differs between products. */
    default void source(String metric, String source) {}

    /** A server's own counter, under the server's name for it. */
    default void counter(String name, Counter counter) {}
  }
}

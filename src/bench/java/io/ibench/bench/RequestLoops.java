package io.ibench.bench;

/** Makes the loops of a bare side's threads, and holds what they share. */
interface RequestLoops extends AutoCloseable {

  RequestLoop open() throws Exception;

  @Override
  default void close() {}

  /** With the driver that the adapter of the same name has. */
  static RequestLoops of(Bench bench) {
    return bench.database().equals("mongodb")
        ? new BareMongoLoops(bench.url())
        : () -> BareLoop.open(bench);
  }
}

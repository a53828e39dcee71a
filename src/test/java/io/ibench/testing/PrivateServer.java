package io.ibench.testing;

/** A server that a test may kill. */
public interface PrivateServer extends AutoCloseable {

  /** Ends the server like a crash, and keeps its data; returns when it is gone. */
  void kill();

  /** Starts the server again on the same data and port; returns when it answers. */
  void restart();

  @Override
  void close();
}

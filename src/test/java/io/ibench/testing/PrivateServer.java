package io.ibench.testing;

/** A server that a test may kill. */
public interface PrivateServer extends AutoCloseable {

  /** Ends the server like a crash, and keeps its data; returns when it is gone. */
  void kill();

  /** Starts the server again on the same data and port; returns when it answers. */
  void restart();

  /** The server's process, whose children may do the work; another one after a restart. */
  long pid();

  @Override
  void close();
}

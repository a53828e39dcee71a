package io.ibench.learn.log;

/** Takes the statements of a log, in the order in which they stand there. One thread. */
public interface LogSink {

  /** The format is known; before the first statement. */
  default void begins(LogFormat format) {}

  /**
   * A statement.
   *
   * @param entry valid until this call returns; the reader uses it again
   */
  void statement(LogEntry entry);

  /** A session has ended, as far as the log says so. */
  default void sessionEnded(long session) {}
}

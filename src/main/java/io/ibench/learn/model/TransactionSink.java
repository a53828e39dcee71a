package io.ibench.learn.model;

/** Takes transactions, in the order of their ends. One thread. */
interface TransactionSink {

  /**
   * A transaction, or a single statement.
   *
   * @param transaction valid until this call returns
   */
  void transaction(Transaction transaction);

  /** A session has ended. */
  default void sessionEnded(long session) {}
}

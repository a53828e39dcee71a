package io.ibench.duet;

/** What happened in pairs besides their times. Confined to its gate. */
final class PairCounts {

  /** Pairs of two operations: the sides draw different ones. */
  long unlike;

  /** Pairs with an operation that failed, or that succeeded only when it was repeated. */
  long failed;

  /**
   * The operation of the first pair with two answers; -1 without one. Only the first one is a
   * finding: what a worker reads is hashed as a chain, and rows that differ are read again.
   */
  int firstOther = -1;

  void otherAnswer(int operation) {
    firstOther = operation;
  }

  void add(PairCounts other) {
    unlike += other.unlike;
    failed += other.failed;
    firstOther = Math.max(firstOther, other.firstOther);
  }
}

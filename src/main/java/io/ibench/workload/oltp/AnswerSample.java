package io.ibench.workload.oltp;

import io.ibench.workload.oltp.OltpKeys.Answers;

/**
 * Chooses the operations of a worker whose rows are read value by value, by their number alone: so
 * equal runs read the same ones. Confined to the worker's thread.
 */
final class AnswerSample {

  /** Of so many operations one. */
  static final int EVERY = 16;

  private final Answers answers;
  private int left;

  AnswerSample(Answers answers) {
    this.answers = answers;
  }

  /** Whether the next operation reads values. */
  boolean next() {
    if (answers != Answers.SAMPLE) {
      return answers == Answers.ALL;
    }
    left = left == 0 ? EVERY - 1 : left - 1;
    return left == EVERY - 1;
  }
}

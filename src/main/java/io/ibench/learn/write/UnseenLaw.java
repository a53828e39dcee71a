package io.ibench.learn.write;

import io.ibench.learn.law.Grade;
import io.ibench.learn.law.Law;

/** Of a value that the log does not have, in a column of which nothing is known. */
record UnseenLaw() implements Law {

  @Override
  public String expression() {
    return "0";
  }

  @Override
  public String words() {
    return "not in the log; taken as 0";
  }

  @Override
  public Grade grade() {
    return Grade.POOR;
  }
}

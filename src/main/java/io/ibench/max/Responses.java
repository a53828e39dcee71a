package io.ibench.max;

import io.ibench.measure.OperationStats;
import org.HdrHistogram.Histogram;

/** Collects the response times of a trial. Not thread-safe. */
public final class Responses {

  private final Histogram sum = new Histogram(3);

  /** Adds the response times of an operation in an interval. */
  public void add(OperationStats interval) {
    sum.add(interval.response());
  }

  /** Forgets all. */
  public void reset() {
    sum.reset();
  }

  Histogram copy() {
    return sum.copy();
  }
}

package io.ibench.engine;

/** The start and end of a step; set once, before the workers begin. */
record Schedule(long startNanos, long startEpochMillis, long endNanos) {

  Schedule endingAt(long nanos) {
    return new Schedule(startNanos, startEpochMillis, nanos);
  }
}

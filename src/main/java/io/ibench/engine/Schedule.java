package io.ibench.engine;

/**
 * The start and end of a step; set once, before the workers begin.
 *
 * @param doneNanos the time of the step that earlier processes have done
 */
record Schedule(long startNanos, long startEpochMillis, long endNanos, long doneNanos) {

  Schedule(long startNanos, long startEpochMillis, long endNanos) {
    this(startNanos, startEpochMillis, endNanos, 0);
  }

  Schedule endingAt(long nanos) {
    return new Schedule(startNanos, startEpochMillis, nanos, doneNanos);
  }
}

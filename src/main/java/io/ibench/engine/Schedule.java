package io.ibench.engine;

/** When a step starts and ends; set once, before the workers are let go. */
record Schedule(long startNanos, long startEpochMillis, long endNanos) {

  Schedule endingAt(long nanos) {
    return new Schedule(startNanos, startEpochMillis, nanos);
  }
}

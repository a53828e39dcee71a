package io.ibench.measure;

/**
 * When a period began and ended, by the monotonic clock and by the wall clock. Immutable.
 *
 * @param partial it is shorter than the others, because the step ended
 */
public record PeriodSpan(
    long startNanos, long endNanos, long startEpochMillis, long endEpochMillis, boolean partial) {}

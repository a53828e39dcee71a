package io.ibench.measure;

import java.util.Map;

/**
 * Two readings of the server's own counters, one after the other, in a step. Immutable.
 *
 * @param endEpochMillis the time of day of the later reading
 * @param nanos between both readings
 * @param readNanos how long the later reading took
 * @param before the earlier reading
 * @param now the later reading
 */
public record ServerCounterRow(
    long endEpochMillis,
    String step,
    int repeat,
    long nanos,
    long readNanos,
    Map<String, Counter> before,
    Map<String, Counter> now) {}

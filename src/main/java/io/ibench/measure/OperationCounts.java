package io.ibench.measure;

/**
 * How often an operation came to each end in a period. Immutable.
 *
 * @param count successes
 * @param clamped latencies beyond the range, recorded as its maximum
 * @param abandoned operations in flight that were cancelled at the end
 * @param late see {@link OperationStats#late}
 */
public record OperationCounts(
    long count, long rows, long retries, long clamped, long unstarted, long abandoned, long late) {}

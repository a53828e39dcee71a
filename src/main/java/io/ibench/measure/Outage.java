package io.ibench.measure;

/**
 * A time in which workers waited for a server that was away or refused its service. Immutable.
 *
 * @param workers the largest number of workers that waited at one time
 * @param operationsLost operations with unknown outcome, or that were not retried
 * @param kind why the first worker waited, such as {@code lost} or {@code read_only}
 * @param cause the first worker's failure
 * @param continues it is the rest of an outage that a period's boundary has cut
 */
public record Outage(
    long startNanos,
    long startEpochMillis,
    long endNanos,
    int workers,
    long operationsLost,
    String kind,
    String cause,
    boolean continues) {

  public long nanos() {
    return endNanos - startNanos;
  }

  Outage with(Outage rest) {
    return new Outage(
        startNanos,
        startEpochMillis,
        rest.endNanos,
        Math.max(workers, rest.workers),
        operationsLost + rest.operationsLost,
        kind,
        cause,
        continues);
  }
}

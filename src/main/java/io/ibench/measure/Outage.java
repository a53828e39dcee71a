package io.ibench.measure;

/**
 * A time in which workers had no connection. Immutable.
 *
 * @param workers the largest number of workers without a connection at one time
 * @param operationsLost operations with unknown outcome, or that were not retried
 * @param cause the first worker's failure
 * @param continues it is the rest of an outage that a period's boundary has cut
 */
public record Outage(
    long startNanos,
    long startEpochMillis,
    long endNanos,
    int workers,
    long operationsLost,
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
        cause,
        continues);
  }
}

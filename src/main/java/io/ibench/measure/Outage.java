package io.ibench.measure;

/**
 * A time in which workers had lost their connections. Immutable.
 *
 * @param workers the most that were without one at the same time
 * @param operationsLost of which nobody knows whether they were done, or that were not tried again
 * @param cause what the first of them was told
 * @param continues it is the rest of one that a period's boundary has cut
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

  /** Both as one. */
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

package io.ibench.overhead;

/**
 * What one operation of a benchmark costs a thread. Immutable.
 *
 * @param cpuNanos CPU time of the thread, mean
 * @param cpuHalfWidth half of the width of the 95 % interval of {@code cpuNanos}, by the iterations
 * @param wallNanos time
 * @param bytes allocated
 * @param threads that worked at the same time
 */
public record Cost(
    double cpuNanos, double cpuHalfWidth, double wallNanos, double bytes, int threads) {

  /** The rate of all threads together. */
  double perSecond() {
    return threads * 1e9 / wallNanos;
  }
}

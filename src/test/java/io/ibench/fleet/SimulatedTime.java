package io.ibench.fleet;

import io.ibench.measure.Clock;

/**
 * The true time of a simulation, and clocks that differ from it. The server's clock is the true
 * time. Not thread-safe.
 */
final class SimulatedTime {

  /** 2026-01-02T03:04:05Z. */
  static final long EPOCH_MICROS = 1_767_323_045_000_000L;

  private long nanos;

  void pass(long more) {
    nanos += more;
  }

  long nanos() {
    return nanos;
  }

  /** The server's clock. */
  long serverMicros() {
    return EPOCH_MICROS + nanos / 1_000;
  }

  /**
   * An agent's clock.
   *
   * @param aheadMicros how far it is ahead at the start
   * @param ppm how much too fast it goes, in millionths
   */
  Clock clock(long aheadMicros, long ppm) {
    return new Clock() {
      @Override
      public long nanoTime() {
        return nanos + nanos / 1_000_000 * ppm;
      }

      @Override
      public long epochMillis() {
        return (EPOCH_MICROS + aheadMicros + nanoTime() / 1_000) / 1_000;
      }

      @Override
      public void parkUntil(long until) {
        nanos += Math.max(0, until - nanoTime());
      }
    };
  }
}

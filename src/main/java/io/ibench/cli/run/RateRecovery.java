package io.ibench.cli.run;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When a rate is back after an event: at the start of the first of {@value #INTERVALS} intervals in
 * a row, after the event's command has ended, whose rates are at least {@value #PERCENT} % of the
 * median of the last {@value #BEFORE} intervals before it. Not thread-safe.
 */
final class RateRecovery {

  static final int INTERVALS = 3;
  static final int PERCENT = 90;
  static final int BEFORE = 60;

  /** With fewer intervals before the event, the former rate is unknown. */
  static final int MIN_BEFORE = 5;

  private final double[] before;
  private final long startNanos;
  private double lowest = Double.POSITIVE_INFINITY;
  private int enough;
  private long enoughSince;
  private long backNanos = -1;

  /**
   * @param before the rates of the intervals before the event, in any order
   */
  RateRecovery(double[] before, long startNanos) {
    this.before = before.clone();
    Arrays.sort(this.before);
    this.startNanos = startNanos;
  }

  /**
   * An interval has ended.
   *
   * @param endedNanos when the command ended; {@link Long#MAX_VALUE} while it runs
   */
  void interval(long fromNanos, long toNanos, long operations, long endedNanos) {
    if (perSecond().isEmpty() || backNanos >= 0 || toNanos <= startNanos || toNanos <= fromNanos) {
      return;
    }
    double rate = operations * 1e9 / (toNanos - fromNanos);
    lowest = Math.min(lowest, rate);
    if (toNanos < endedNanos || rate < PERCENT / 100.0 * perSecond().getAsDouble()) {
      enough = 0;
    } else if (enough++ == 0) {
      enoughSince = Math.max(fromNanos, Math.max(startNanos, Math.min(endedNanos, toNanos)));
    }
    if (enough == INTERVALS) {
      backNanos = enoughSince - startNanos;
    }
  }

  OptionalDouble perSecond() {
    return before.length < MIN_BEFORE || before[before.length / 2] <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(before[before.length / 2]);
  }

  OptionalDouble lowestPercent() {
    return perSecond().isEmpty() || Double.isInfinite(lowest)
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * lowest / perSecond().getAsDouble());
  }

  /** The lowest rate of an interval before the event: what the rate did without one. */
  OptionalDouble lowestBeforePercent() {
    return perSecond().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * before[0] / perSecond().getAsDouble());
  }

  OptionalLong backNanos() {
    return backNanos < 0 ? OptionalLong.empty() : OptionalLong.of(backNanos);
  }
}

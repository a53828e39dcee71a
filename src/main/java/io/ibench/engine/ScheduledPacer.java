package io.ibench.engine;

import io.ibench.measure.Clock;

/**
 * Starts operations by a schedule that does not depend on their durations. After a stall all
 * overdue operations start immediately, each with its own intended start.
 */
abstract class ScheduledPacer implements Pacer {

  /** 73 years, longer than any run; later times are clamped to it, so that nothing overflows. */
  static final long NEVER_NANOS = 1L << 61;

  private final Clock clock;
  private final StopFlag stop;
  private final long endNanos;
  private long intended;

  ScheduledPacer(Clock clock, StopFlag stop, long endNanos) {
    this.clock = clock;
    this.stop = stop;
    this.endNanos = endNanos;
  }

  @Override
  public final long await() {
    intended = skip();
    long target = Math.min(intended, endNanos);
    long now = clock.nanoTime();
    while (now < target && !stop.isSet()) {
      clock.parkUntil(target);
      now = clock.nanoTime();
    }
    return intended >= endNanos ? Math.max(now, endNanos) : now;
  }

  /** How much later this thread's due times are than those of the first thread. */
  abstract long phaseNanos();

  @Override
  public final long finish(long lastNanos) {
    long target = Math.min(skip() - phaseNanos(), endNanos);
    long now = lastNanos;
    while (now < target && !stop.isSet()) {
      clock.parkUntil(target);
      now = clock.nanoTime();
    }
    return now;
  }

  @Override
  public final long intended() {
    return intended;
  }
}

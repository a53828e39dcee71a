package io.ibench.engine;

import io.ibench.measure.Clock;

/**
 * Starts operations at the times of a schedule that knows nothing of how long they take. Debt is
 * kept: after a stall everything overdue starts at once, each with its own intended start.
 */
abstract class ScheduledPacer implements Pacer {

  /** 73 years, further away than any run lasts; times beyond are cut to it, not to overflow. */
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

  /** By how much this thread's due times are behind those of the first thread. */
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

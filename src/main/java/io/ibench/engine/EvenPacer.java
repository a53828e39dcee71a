package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.measure.Clock;

/**
 * Starts operations at even distances, to the nanosecond and without drift: the k-th operation of
 * the group is due at start + k x rows / rate, computed anew for each k. A group's threads take
 * every n-th of them. Debt is kept: after a stall everything overdue starts at once, each with its
 * own intended start.
 */
final class EvenPacer implements Pacer {

  private final Clock clock;
  private final RunControl control;
  private final long startNanos;
  private final long endNanos;
  private final long count;
  private final long perNanos;
  private final long rows;
  private final int stride;
  private long next;
  private long intended;

  /**
   * @param rate the group's total rate
   * @param rows how many of the rate's unit one operation does
   * @param threads of the group
   * @param number of this thread, from 0
   */
  EvenPacer(
      Clock clock,
      RunControl control,
      long startNanos,
      long endNanos,
      Rate rate,
      int rows,
      int threads,
      int number) {
    this.clock = clock;
    this.control = control;
    this.startNanos = startNanos;
    this.endNanos = endNanos;
    this.count = rate.count();
    this.perNanos = rate.perNanos();
    this.rows = rows;
    this.stride = threads;
    this.next = number;
    Math.multiplyExact(count, perNanos); // what due() relies on
  }

  private long due(long operation) {
    long units = operation * rows;
    return startNanos + units / count * perNanos + units % count * perNanos / count;
  }

  @Override
  public long await() {
    intended = skip();
    long target = Math.min(intended, endNanos);
    long now = clock.nanoTime();
    while (now < target && !control.isStopped()) {
      clock.parkUntil(target);
      now = clock.nanoTime();
    }
    return intended >= endNanos ? Math.max(now, endNanos) : now;
  }

  @Override
  public long intended() {
    return intended;
  }

  @Override
  public long skip() {
    long due = due(next);
    next += stride;
    return due;
  }
}

package io.ibench.engine;

import io.ibench.measure.Clock;
import java.util.OptionalLong;

/**
 * A clock that stands still until it is moved; a wait moves it immediately. Not thread-safe.
 *
 * <p>It starts below zero, as the machine's clock may.
 */
final class ScriptedClock implements Clock {

  static final long START = -1_000_000_000_000L;
  static final long START_EPOCH_MILLIS = 1_700_000_000_000L;

  private final long nanosPerRead;
  private long now = START;
  private long waits;
  private long wokenWait = -1;
  private Runnable whileWaiting = () -> {};
  private boolean thatWakes;
  private long setMillis;
  private long asleepNanos;

  ScriptedClock() {
    this(0);
  }

  /** {@code nanosPerRead}: the time that every reading of the clock takes. */
  ScriptedClock(long nanosPerRead) {
    this.nanosPerRead = nanosPerRead;
  }

  void advance(long nanos) {
    now += nanos;
  }

  /** Sets the time of day forward, or back. */
  void set(long millis) {
    setMillis += millis;
  }

  /** The machine is suspended: only the time of day and the clock of the boot go on. */
  void suspend(long nanos) {
    asleepNanos += nanos;
    setMillis += nanos / 1_000_000;
  }

  @Override
  public OptionalLong bootNanos() {
    return OptionalLong.of(now + asleepNanos);
  }

  /** What happens during every wait, before it is over. */
  void whileWaiting(Runnable action) {
    whileWaiting = action;
  }

  /** What happens during every wait, and ends it; it moves the clock by the time that it takes. */
  void wakingBy(Runnable action) {
    whileWaiting = action;
    thatWakes = true;
  }

  long waits() {
    return waits;
  }

  @Override
  public long nanoTime() {
    long read = now;
    now += nanosPerRead;
    return read;
  }

  @Override
  public long epochMillis() {
    return START_EPOCH_MILLIS + setMillis + (now - START) / 1_000_000;
  }

  /** Another thread ends the wait of this number as soon as it has begun. */
  void insteadOfWaiting(long wait) {
    wokenWait = wait;
  }

  @Override
  public void parkUntil(long nanos) {
    waits++;
    whileWaiting.run();
    if (waits != wokenWait && !thatWakes) {
      now = Math.max(now, nanos);
    }
  }
}

package io.ibench.engine;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether a run goes on. Thread-safe: workers report what ends it, a signal may interrupt it, and
 * the coordinator acts.
 */
public final class RunControl {

  /** Users are promised five seconds, of which the report and the database's end need some. */
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final AtomicReference<Long> interruptedAt = new AtomicReference<>();
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final AtomicLong failedOperations = new AtomicLong();
  private final FirstFailures firstFailures = new FirstFailures();
  private volatile boolean interrupted;
  private volatile boolean stopped;
  private volatile Runnable waker = () -> {};

  /** Ends the run because somebody asked for it. */
  public void interrupt() {
    interruptedAt.compareAndSet(null, System.nanoTime());
    interrupted = true;
    stop();
  }

  /** Ends the run because it makes no sense any more; the first reason stays. */
  void fail(String reason) {
    failure.compareAndSet(null, reason);
    stop();
  }

  private void stop() {
    stopped = true;
    waker.run();
  }

  /** Whether it is over before its time; workers look at their {@link StopFlag} instead. */
  boolean isStopped() {
    return stopped;
  }

  /** Whether somebody asked for its end. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /**
   * How long what is still to be done may take, together; 0 or less when it has to be left undone,
   * and {@link Long#MAX_VALUE} while the run is not interrupted.
   */
  public long leftNanos() {
    return interrupted ? END_NANOS - (System.nanoTime() - interruptedAt.get()) : Long.MAX_VALUE;
  }

  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** What to call when the run is stopped; it wakes whoever waits. */
  void onStop(Runnable wake) {
    waker = wake;
    if (stopped) {
      wake.run();
    }
  }

  /** A step begins: failures are counted per step. */
  void stepStarted() {
    failedOperations.set(0);
    firstFailures.takeAll();
  }

  /** Those of the step. */
  FirstFailures firstFailures() {
    return firstFailures;
  }

  long countFailedOperation() {
    return failedOperations.incrementAndGet();
  }
}

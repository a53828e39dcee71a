package io.ibench.engine;

import io.ibench.measure.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Whether a run continues. Thread-safe: workers report failures, a signal may interrupt the run,
 * and the coordinator acts.
 */
public final class RunControl {

  /**
   * An interrupted run ends within five seconds; the report and the database's end need the rest.
   */
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Clock clock;
  private final AtomicReference<Long> interruptedAt = new AtomicReference<>();
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final AtomicLong failedOperations = new AtomicLong();
  private final FirstFailures firstFailures = new FirstFailures();
  private volatile boolean interrupted;
  private volatile boolean stopped;
  private volatile boolean serverEnded;
  private volatile UnaryOperator<String> explanation = reason -> reason;
  private volatile Runnable waker = () -> {};

  public RunControl(Clock clock) {
    this.clock = clock;
  }

  /** Ends the run at the user's request. */
  public void interrupt() {
    interruptedAt.compareAndSet(null, clock.nanoTime());
    interrupted = true;
    stop();
  }

  /** A thread of the run was interrupted: by the end of the run, or else by the user. */
  void threadInterrupted() {
    if (!stopped) {
      interrupt();
    }
  }

  /** Ends the run with a failure; the first reason is kept. */
  public void fail(String reason) {
    // What fails in a run that has stopped needs no explanation, which may take a second.
    failure.compareAndSet(null, stopped ? reason : explanation.apply(reason));
    stop();
  }

  /** Ends the run because its server has ended, and will not come back: nothing waits for it. */
  public void serverEnded(String reason) {
    serverEnded = true;
    failure.compareAndSet(null, reason);
    stop();
  }

  /** Sets who knows why something failed; called on the thread of the failure, and may wait. */
  public void explainFailures(UnaryOperator<String> why) {
    explanation = why;
  }

  /** Whether what is left to do must not wait for the server. */
  boolean isHurried() {
    return interrupted || serverEnded;
  }

  private void stop() {
    stopped = true;
    waker.run();
  }

  /** Whether the run was ended early; workers check their {@link StopFlag} instead. */
  public boolean isStopped() {
    return stopped;
  }

  public boolean isInterrupted() {
    return interrupted;
  }

  /**
   * The time that is left for all remaining work; 0 or less when it must be skipped, and {@link
   * Long#MAX_VALUE} while the run is not interrupted.
   */
  public long leftNanos() {
    return interrupted
        ? END_NANOS - (clock.nanoTime() - Objects.requireNonNull(interruptedAt.get()))
        : Long.MAX_VALUE;
  }

  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Sets the action that wakes waiting threads when the run is stopped. */
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

  /** The current step's first failures. */
  FirstFailures firstFailures() {
    return firstFailures;
  }

  long countFailedOperation() {
    return failedOperations.incrementAndGet();
  }
}

package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.CompilerThreads.Times;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Gives the JVM's compiler CPU time when the workers use all CPUs. With 64 busy workers on two CPUs
 * a compiler thread gets a thirtieth of a CPU, and operations are several times slower for ten
 * seconds and more. So workers wait between operations while the compiler catches up: for half a
 * second in total, in the first seconds of a step, and only if no CPU is free. Longer waits gain
 * nothing (docs/benchmarks.md, "The clock of intervals").
 *
 * <p>Not thread-safe; confined to the coordinating thread.
 */
final class CompilerRelief {

  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long UNTIL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The compiler starves if it waited for a CPU for more than this share of the time. */
  private static final double STARVED_SHARE = 0.25;

  /** The longest single hold. */
  private static final long MAX_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long MAX_TOTAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** A compiler that was busy for less than this between two looks is done. */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** The longest wait before a step. */
  private static final long MAX_SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long SETTLE_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Clock clock;
  private final CompilerThreads compiler;
  private final YieldGate gate;
  private final long untilNanos;
  private Optional<Times> last;
  private long lastNanos;
  private long heldNanos;

  CompilerRelief(Clock clock, CompilerThreads compiler, YieldGate gate, long startNanos) {
    this.clock = clock;
    this.compiler = compiler;
    this.gate = gate;
    this.untilNanos = startNanos + UNTIL_NANOS;
    this.last = compiler.read();
    this.lastNanos = startNanos;
  }

  /**
   * Waits, before a step begins, until the compiler has done what the step before has left to it:
   * otherwise it takes up to a CPU from the first second of the measurement. For a second at most.
   */
  static void settle(Clock clock, CompilerThreads compiler, RunControl control) {
    long endNanos = clock.nanoTime() + MAX_SETTLE_NANOS;
    compiler
        .read()
        .ifPresent(
            start ->
                awaitIdle(clock, compiler, start, SETTLE_POLL_NANOS, endNanos, control::isStopped));
  }

  private static void awaitIdle(
      Clock clock,
      CompilerThreads compiler,
      Times start,
      long pollNanos,
      long endNanos,
      BooleanSupplier isStopped) {
    Times before = start;
    boolean idle = false;
    while (!idle && clock.nanoTime() < endNanos && !isStopped.getAsBoolean()) {
      clock.parkUntil(clock.nanoTime() + pollNanos);
      Times now = compiler.read().orElse(before);
      idle = busy(now) - busy(before) < IDLE_NANOS;
      before = now;
    }
  }

  /** When to call {@link #relieve} again. */
  long nextNanos() {
    return isOver() ? Long.MAX_VALUE : lastNanos + EVERY_NANOS;
  }

  private boolean isOver() {
    return last.isEmpty() || lastNanos >= untilNanos || heldNanos >= MAX_TOTAL_NANOS;
  }

  /** Holds the workers for a moment if the compiler starved since the last call. */
  void relieve() {
    if (isOver()) {
      return;
    }
    Optional<Times> now = compiler.read();
    long nanos = clock.nanoTime();
    if (now.isPresent() && isStarved(last.get(), now.get(), nanos - lastNanos)) {
      holdUntilIdle(now.get(), nanos + MAX_HOLD_NANOS);
      heldNanos += clock.nanoTime() - nanos;
    }
    last = compiler.read();
    lastNanos = clock.nanoTime();
  }

  private static boolean isStarved(Times before, Times now, long nanos) {
    return now.waitedNanos() - before.waitedNanos() > nanos * STARVED_SHARE;
  }

  private void holdUntilIdle(Times start, long endNanos) {
    gate.hold();
    try {
      Thread coordinator = Thread.currentThread();
      awaitIdle(clock, compiler, start, POLL_NANOS, endNanos, coordinator::isInterrupted);
    } finally {
      gate.resume();
    }
  }

  private static long busy(Times times) {
    return times.cpuNanos() + times.waitedNanos();
  }
}

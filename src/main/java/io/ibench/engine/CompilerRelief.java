package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.CompilerThreads.Times;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Lets the JVM compile when the workers have taken all CPUs. With 64 busy workers on two CPUs a
 * compiler thread gets a thirtieth of one, and operations cost several times of what they cost
 * later, for ten seconds and more. So workers wait outside of operations while the compiler catches
 * up: for half a second in all, in the first seconds of a step. It never happens to workers that
 * leave a CPU free. More of it gains nothing: what the compiler has not done by then is worth less
 * than the time it takes (docs/benchmarks.md, "The clock of intervals").
 *
 * <p>Used by the coordinating thread.
 */
final class CompilerRelief {

  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long UNTIL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A compiler that waited for a CPU for this share of the time gets one. */
  private static final double STARVED = 0.25;

  /** For so long at a time, and in all. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long MOST_IN_ALL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Less than this in {@link #LOOK_NANOS}, and it has nothing left to do. */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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

  /** When to call {@link #relieve} again. */
  long nextNanos() {
    return isOver() ? Long.MAX_VALUE : lastNanos + EVERY_NANOS;
  }

  private boolean isOver() {
    return last.isEmpty() || lastNanos >= untilNanos || heldNanos >= MOST_IN_ALL_NANOS;
  }

  /** Holds the workers up for a moment if the compiler had no CPU since the last call. */
  void relieve() {
    if (isOver()) {
      return;
    }
    Optional<Times> now = compiler.read();
    long nanos = clock.nanoTime();
    if (now.isPresent() && isStarved(last.get(), now.get(), nanos - lastNanos)) {
      holdUntilIdle(now.get(), nanos + MOST_NANOS);
      heldNanos += clock.nanoTime() - nanos;
    }
    last = compiler.read();
    lastNanos = clock.nanoTime();
  }

  private static boolean isStarved(Times before, Times now, long nanos) {
    return now.waitedNanos() - before.waitedNanos() > nanos * STARVED;
  }

  private void holdUntilIdle(Times start, long endNanos) {
    gate.hold();
    try {
      Times before = start;
      boolean idle = false;
      while (!idle && clock.nanoTime() < endNanos && !Thread.currentThread().isInterrupted()) {
        clock.parkUntil(clock.nanoTime() + LOOK_NANOS);
        Times now = compiler.read().orElse(before);
        idle = busy(now) - busy(before) < IDLE_NANOS;
        before = now;
      }
    } finally {
      gate.resume();
    }
  }

  private static long busy(Times times) {
    return times.cpuNanos() + times.waitedNanos();
  }
}

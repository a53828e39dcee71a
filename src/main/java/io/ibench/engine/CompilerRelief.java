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
 * up. That is over after a second or two, and never happens to workers that leave a CPU free.
 *
 * <p>Used by the coordinating thread.
 */
final class CompilerRelief {

  /** At first it is looked so often, later at ticks only. */
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long OFTEN_UNTIL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A compiler that waited for a CPU for this share of the time gets one. */
  private static final double STARVED = 0.25;

  /** For so long at a time. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Less than this in {@link #LOOK_NANOS}, and it has nothing left to do. */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Clock clock;
  private final CompilerThreads compiler;
  private final YieldGate gate;
  private final long oftenUntilNanos;
  private Optional<Times> last;
  private long lastNanos;

  CompilerRelief(Clock clock, CompilerThreads compiler, YieldGate gate, long startNanos) {
    this.clock = clock;
    this.compiler = compiler;
    this.gate = gate;
    this.oftenUntilNanos = startNanos + OFTEN_UNTIL_NANOS;
    this.last = compiler.read();
    this.lastNanos = startNanos;
  }

  /** When to call {@link #relieve} again at the latest. */
  long nextNanos() {
    boolean often = last.isPresent() && lastNanos < oftenUntilNanos;
    return often ? lastNanos + EVERY_NANOS : Long.MAX_VALUE;
  }

  /** Holds the workers up for a moment if the compiler had no CPU since the last call. */
  void relieve() {
    Optional<Times> now = compiler.read();
    long nanos = clock.nanoTime();
    if (last.isPresent() && now.isPresent()) {
      long waited = now.get().waitedNanos() - last.get().waitedNanos();
      if (waited > (nanos - lastNanos) * STARVED) {
        holdUntilIdle(now.get(), nanos + MOST_NANOS);
      }
    }
    last = compiler.read();
    lastNanos = clock.nanoTime();
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

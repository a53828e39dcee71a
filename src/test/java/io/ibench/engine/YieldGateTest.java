package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class YieldGateTest {

  private static final long TICK = TimeUnit.SECONDS.toNanos(7);

  /** Far later than any tick of these tests. */
  private static final long LATER = 10 * TICK;

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicLong cpuOfEachLook = new AtomicLong();
  private final ScriptedClock clock = new ScriptedClock();
  private final YieldGate gate =
      new YieldGate(clock, () -> looks.getAndIncrement() * cpuOfEachLook.get());

  @Test
  void noTickIsLateBeforeOneIsAnnounced() {
    assertThat(gate.isTickLate(LATER)).isFalse();
    gate.awaitTick(LATER);
  }

  @Test
  void aTickIsLateAfterItsGrace() {
    gate.nextTickAt(TICK);
    assertThat(gate.isTickLate(TICK + YieldGate.GRACE_NANOS - 1)).isFalse();
    assertThat(gate.isTickLate(TICK + YieldGate.GRACE_NANOS)).isTrue();
  }

  @Test
  void workersWaitUntilTheTickerHasDoneItsWork() throws InterruptedException {
    cpuOfEachLook.set(YieldGate.COMPUTING_NANOS);
    gate.nextTickAt(TICK);
    Thread first = worker();
    Thread second = worker();
    while (looks.get() < 3) {
      Thread.onSpinWait();
    }
    assertThat(first.isAlive() && second.isAlive()).as("both wait").isTrue();
    gate.nextTickAt(2 * TICK);
    first.join();
    second.join();
    assertThat(gate.isTickLate(2 * TICK)).as("the next one is announced").isFalse();
    assertThat(gate.isTickLate(LATER)).isTrue();
  }

  private Thread worker() {
    Thread worker = new Thread(() -> gate.awaitTick(LATER));
    worker.start();
    while (worker.getState() == Thread.State.NEW || worker.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    return worker;
  }

  @Test
  void nobodyWaitsForATickerThatDoesNotCompute() {
    cpuOfEachLook.set(YieldGate.COMPUTING_NANOS - 1);
    gate.nextTickAt(TICK);
    gate.awaitTick(LATER);
    assertThat(gate.isTickLate(LATER)).as("all others go on as well").isFalse();
    long again =
        LATER + TimeUnit.MILLISECONDS.toNanos(YieldGate.CHECK_MILLIS) + YieldGate.PAUSE_NANOS;
    assertThat(gate.isTickLate(again - 1)).isFalse();
    assertThat(gate.isTickLate(again)).as("after a pause it is tried again").isTrue();
    assertThat(looks).as("one at the start, one after the wait").hasValue(2);
  }

  @Test
  void nobodyWaitsForLongForATickerThatComputesForEver() {
    cpuOfEachLook.set(YieldGate.COMPUTING_NANOS);
    gate.nextTickAt(TICK);
    gate.awaitTick(LATER);
    assertThat(gate.isTickLate(LATER)).isFalse();
  }

  @Test
  void nobodyWaitsWhileTheTickerAsksSomebodyElse() {
    gate.nextTickAt(TICK);
    gate.open();
    assertThat(gate.isTickLate(LATER)).isFalse();
    gate.resume();
    assertThat(gate.isTickLate(LATER)).isTrue();
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    gate.nextTickAt(TICK);
    Thread.currentThread().interrupt();
    gate.awaitTick(LATER);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(gate.isTickLate(LATER)).isFalse();
  }

  @Test
  void aWorkerThatWasWithoutACpuWhileTheTickWasDoneDoesNotWaitForTheNext() {
    gate.nextTickAt(TICK);
    gate.nextTickAt(2 * TICK);
    gate.awaitTick(TICK + YieldGate.GRACE_NANOS);
    assertThat(looks).hasValue(0);
    assertThat(gate.isTickLate(LATER)).as("the next tick is announced as before").isTrue();
  }

  @Test
  void theTimeThatWorkersWereHeldUpIsCountedUntilTheTickIsDone() throws InterruptedException {
    YieldGate own = new YieldGate(clock, () -> looks.getAndIncrement() * YieldGate.COMPUTING_NANOS);
    long late = ScriptedClock.START + YieldGate.GRACE_NANOS;
    own.nextTickAt(ScriptedClock.START);
    Thread worker = new Thread(() -> own.awaitTick(late));
    worker.start();
    while (looks.get() < 2) {
      Thread.onSpinWait();
    }
    clock.advance(YieldGate.GRACE_NANOS + 5);
    own.nextTickAt(LATER);
    clock.advance(TICK);
    worker.join();
    assertThat(own.takeHeldNanos()).as("not until the worker has a CPU again").isEqualTo(5);
    assertThat(own.takeHeldNanos()).as("each once").isZero();
  }
}

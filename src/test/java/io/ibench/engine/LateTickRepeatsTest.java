package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The coordinating thread wakes up long after the workers have ended. */
class LateTickRepeatsTest {

  private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int REPEATS = 4;

  private final EngineRun engine = new EngineRun();
  private long reads;

  /** The first reading after the start takes longer than all repeats. */
  private void stall() {
    reads++;
    long until = System.nanoTime() + (REPEATS + 1) * REPEAT_NANOS;
    while (reads == 2 && System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  @Test
  void everyRepeatThatWasAskedForIsReported() throws InterruptedException {
    engine.gauges =
        List.of(
            (nanos, sink) -> {
              stall();
              sink.put("reads", reads);
            });
    List<StepResult> results =
        engine.run(new FakePlan(FakePlan.lasting("request", 1, REPEAT_NANOS, REPEATS)));
    assertThat(results).extracting(result -> result.step().repeat()).containsExactly(1, 2, 3, 4);
    assertThat(results).allMatch(StepResult::succeeded);
    long booked = results.stream().mapToLong(result -> result.whole().successes()).sum();
    long seen = engine.listener.snapshots().stream().mapToLong(Snapshot::successes).sum();
    assertThat(booked).isPositive().isEqualTo(seen);
  }
}

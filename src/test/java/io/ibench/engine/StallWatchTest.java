package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.measure.Stall;
import io.ibench.measure.Stall.Kind;
import io.ibench.measure.WorkerState;
import io.ibench.testing.SnapshotBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scripted workers on a scripted clock, looked at every 100 ms. */
class StallWatchTest {

  private static final long TENTH = 100 * MILLI;

  private final ScriptedClock clock = new ScriptedClock();
  private final OutageWatch outages = new OutageWatch(clock);
  private final List<ScriptedWorker> workers =
      List.of(new ScriptedWorker(), new ScriptedWorker(), new ScriptedWorker());
  private final StallWatch watch = new StallWatch(clock, StallSettings.usual(), workers, outages);
  private final List<Stall> noticed = new ArrayList<>();
  private long intervalStart = clock.nanoTime();

  private static final class ScriptedWorker implements StallWatch.WorkerProgress {
    private long finished;
    private boolean inFlight = true;

    @Override
    public long finishedNanos() {
      return finished;
    }

    @Override
    public boolean isInFlight() {
      return inFlight;
    }
  }

  StallWatchTest() {
    watch.begin(clock.nanoTime());
    watch.onBegin(noticed::add);
  }

  /** For so many tenths of a second only the first {@code working} workers end operations. */
  private void pass(int tenths, int working) {
    for (int i = 0; i < tenths; i++) {
      clock.advance(TENTH);
      workers.subList(0, working).forEach(worker -> worker.finished += MILLI);
      watch.look(clock.nanoTime());
    }
  }

  private void interval(long operations) {
    pass(10, 3);
    List<OperationStats> stats = done(operations, MILLI);
    long now = clock.nanoTime();
    watch.interval(
        SnapshotBuilder.anInterval(stats)
            .from(intervalStart, now, 0)
            .workers(new WorkerState(3, MILLI, 0))
            .build(),
        stats);
    intervalStart = now;
  }

  private static List<OperationStats> done(long operations, long serviceNanos) {
    Recorder recorder = new Recorder(1, 1, false);
    for (long i = 0; i < operations; i++) {
      recorder.success(0, 0, 0, serviceNanos, 1);
    }
    List<OperationStats> stats = Recorder.emptySums(1, 1, false);
    recorder.flip();
    recorder.drainInto(stats);
    return stats;
  }

  private List<Stall> stalls() {
    return watch.drain(true, clock.nanoTime());
  }

  @Test
  void aTimeWithoutAnEndOfAnOperationIsAStall() {
    pass(20, 3);
    long start = clock.nanoTime();
    pass(30, 0);
    pass(20, 3);

    assertThat(stalls())
        .singleElement()
        .satisfies(
            stall -> {
              assertThat(stall.kind()).isEqualTo(Kind.STOPPED);
              assertThat(stall.startNanos()).isCloseTo(start, within(TENTH));
              assertThat(stall.nanos()).isCloseTo(3 * SECOND, within(TENTH));
              assertThat(stall.operations()).isEqualTo(3);
            });
  }

  @Test
  void aStallIsNoticedWhileItGoesOn() {
    pass(20, 3);
    pass(11, 0);

    assertThat(noticed).hasSize(1);
    assertThat(watch.drain(false, clock.nanoTime())).isEmpty();
  }

  @Test
  void manyShortStopsAreNoStalls() {
    for (int checkpoint = 0; checkpoint < 1_000; checkpoint++) {
      pass(8, 0);
      pass(2, 3);
    }

    assertThat(stalls()).isEmpty();
  }

  @Test
  void pausesWithoutAnOperationInFlightAreNoStalls() {
    pass(20, 3);
    workers.forEach(worker -> worker.inFlight = false);
    pass(300, 0);

    assertThat(stalls()).isEmpty();
  }

  @Test
  void anOperationThatWaitsWhileOthersEndIsAStallOfItsOwn() {
    pass(20, 3);
    pass(80, 2);
    pass(10, 3);

    assertThat(stalls())
        .singleElement()
        .satisfies(
            stall -> {
              assertThat(stall.kind()).isEqualTo(Kind.OLD);
              assertThat(stall.operations()).isEqualTo(1);
              assertThat(stall.nanos()).isCloseTo(8 * SECOND, within(2 * TENTH));
            });
  }

  @Test
  void aTotalStallAfterAnOldOperationFollowsItWithoutOverlap() {
    pass(20, 3);
    pass(60, 2);
    pass(30, 0);
    pass(10, 3);

    List<Stall> stalls = stalls();
    assertThat(stalls).extracting(Stall::kind).containsExactly(Kind.OLD, Kind.STOPPED);
    assertThat(stalls.get(1).startNanos()).isEqualTo(stalls.get(0).endNanos());
    assertThat(stalls.get(1).nanos()).isCloseTo(3 * SECOND, within(TENTH));
  }

  @Test
  void workersThatComeBackOneAfterAnotherMakeOneStall() {
    pass(20, 3);
    pass(60, 0);
    pass(3, 1);
    pass(3, 2);
    pass(10, 3);

    assertThat(stalls()).extracting(Stall::kind).containsExactly(Kind.STOPPED);
  }

  @Test
  void operationsThatUsuallyTakeLongAreNoStalls() {
    List<OperationStats> scans = done(1, 4 * SECOND);
    watch.interval(
        SnapshotBuilder.anInterval(scans)
            .from(intervalStart, intervalStart + SECOND, 0)
            .workers(new WorkerState(3, MILLI, 0))
            .build(),
        scans);
    for (int scan = 0; scan < 20; scan++) {
      pass(60, 0);
      pass(1, 3);
    }

    assertThat(stalls()).isEmpty();
  }

  @Test
  void anOutageIsNoStall() {
    pass(20, 3);
    outages.began(OutageKind.LOST, "gone");
    pass(100, 0);
    outages.restored(0);
    pass(5, 0);
    pass(5, 3);

    assertThat(stalls()).isEmpty();
  }

  @Test
  void aClientThatStoodStillBlamesNoDatabase() {
    pass(20, 3);
    clock.advance(30 * SECOND);
    watch.look(clock.nanoTime());
    pass(5, 0);
    pass(5, 3);

    assertThat(stalls()).isEmpty();
  }

  @Test
  void aLowRateIsAStallUntilTheRateIsBack() {
    for (int i = 0; i < 20; i++) {
      interval(1_000);
    }
    long start = clock.nanoTime();
    for (int i = 0; i < 7; i++) {
      interval(150);
    }
    interval(900);

    assertThat(stalls())
        .singleElement()
        .satisfies(
            stall -> {
              assertThat(stall.kind()).isEqualTo(Kind.SLOW);
              assertThat(stall.startNanos()).isEqualTo(start);
              assertThat(stall.nanos()).isEqualTo(7 * SECOND);
            });
  }

  @Test
  void chanceAloneMakesNoStallOfALowRate() {
    for (int i = 0; i < 200; i++) {
      interval(i % 5 == 0 ? 20 : i % 7 == 0 ? 1 : 24);
    }

    assertThat(stalls()).isEmpty();
  }

  @Test
  void aStallThatABoundaryCutsIsCountedOnceWithItsWholeLength() {
    pass(20, 3);
    pass(30, 0);
    List<Stall> before = watch.drain(true, clock.nanoTime());
    pass(20, 0);
    pass(10, 3);
    List<Stall> after = stalls();

    assertThat(before).singleElement().satisfies(stall -> assertThat(stall.continues()).isFalse());
    assertThat(after).singleElement().satisfies(stall -> assertThat(stall.continues()).isTrue());
    assertThat(before.get(0).nanos() + after.get(0).nanos()).isCloseTo(5 * SECOND, within(TENTH));
  }
}

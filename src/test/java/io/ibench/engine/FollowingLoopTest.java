package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.FailureKind;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Leaders and followers in the hot loop. */
class FollowingLoopTest {

  private static final Percentage DIGITS = Percentage.withPercentage(1);
  private static final int LAG = 2;

  private static FakeWorker.Execution rows(int rows) {
    return () -> rows;
  }

  /** A leader whose follower takes this long for each answer that the leader waits for. */
  private static OneWorker leader(boolean paced, long answerNanos) {
    OneWorker one = new OneWorker(paced, 1, MILLI);
    FollowQueue queue = new FollowQueue(one.clock, LAG);
    one.clock.wakingBy(
        () -> {
          one.clock.advance(answerNanos);
          if (queue.hasUnanswered()) {
            queue.answer();
          }
        });
    return one.leading(queue);
  }

  @Test
  void aLeaderWaitsForItsFollowerAndTheWaitIsInNoLatency() {
    OneWorker one = leader(false, 5 * MILLI);
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(10);
    assertThat(one.clock.waits()).as("before the third one and each one after").isEqualTo(8);
    assertThat(stats.service().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(stats.response().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(one.loop().lastNanosOr(0)).isEqualTo(ScriptedClock.START + (10 + 8 * 5) * MILLI);
  }

  @Test
  void aWaitIsNoOperationInFlight() {
    OneWorker one = new OneWorker(false, 1, MILLI);
    FollowQueue queue = new FollowQueue(one.clock, LAG);
    one.leading(queue);
    one.clock.wakingBy(
        () -> {
          assertThat(one.loop().inFlightNanos(one.clock.nanoTime())).isZero();
          one.clock.advance(SECOND);
          queue.answer();
        });
    one.run(Long.MAX_VALUE, 5);
    assertThat(one.clock.waits()).isEqualTo(3);
  }

  /** Due every 10 ms; from 20 ms on possible only every 100 ms. */
  @Test
  void thePacedLeadersDebtShowsInItsResponseTimes() {
    OneWorker one = leader(true, 0);
    FollowQueue queue = new FollowQueue(one.clock, LAG);
    long[] next = {ScriptedClock.START};
    one.leading(queue);
    one.clock.wakingBy(
        () -> {
          next[0] += 100 * MILLI;
          one.clock.advance(Math.max(0, next[0] - one.clock.nanoTime()));
          if (queue.hasUnanswered()) {
            queue.answer();
          }
        });
    one.runAt(100, SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isBetween(8L, 12L);
    assertThat(stats.successes() + stats.unstarted()).as("due in a second").isEqualTo(100);
    LatencySummary service = LatencySummary.of(stats.service());
    assertThat(service.maxNanos()).isCloseTo(MILLI, DIGITS);
    assertThat(LatencySummary.of(stats.response()).maxNanos()).isGreaterThan(800 * MILLI);
  }

  @Test
  void aLeaderThatWaitsAtTheEndHasWhatWasDueUnstarted() {
    OneWorker one = new OneWorker(true, 1, MILLI);
    one.leading(new FollowQueue(one.clock, LAG));
    one.runAt(100, SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(LAG);
    assertThat(stats.unstarted()).as("due from 20 to 990 ms").isEqualTo(98);
    assertThat(one.clock.nanoTime()).isEqualTo(ScriptedClock.START + SECOND);
  }

  @Test
  void aLeaderThatIsStoppedWhileItWaitsEndsAndNothingDueLaterIsUnstarted() {
    OneWorker one = new OneWorker(true, 1, MILLI);
    one.leading(new FollowQueue(one.clock, LAG));
    one.clock.wakingBy(
        () -> {
          one.clock.advance(95 * MILLI);
          if (one.clock.nanoTime() > ScriptedClock.START + 500 * MILLI) {
            one.stop.set(ScriptedClock.START + 500 * MILLI);
          }
        });
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(LAG);
    assertThat(stats.unstarted()).as("due from 20 to 490 ms").isEqualTo(48);
  }

  @Test
  void onlySuccessesWithRowsAreFollowed() {
    OneWorker one = new OneWorker(false, 1, MILLI);
    FollowQueue queue = new FollowQueue(one.clock, 100);
    one.worker.then(
        rows(5),
        one.failing(MILLI, FailureKind.DUPLICATE_KEY),
        rows(0),
        one.failing(MILLI, FailureKind.DEADLOCK),
        rows(7));
    one.leading(queue).run(Long.MAX_VALUE, 4);
    queue.endLeading();
    OneWorker follower = OneWorker.unthrottled(MILLI).following(queue);
    follower.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(follower.worker.followed()).containsExactly(5, 7);
    assertThat(follower.drain().successes()).isEqualTo(2);
    assertThat(queue.hasUnanswered()).isFalse();
  }

  @Test
  void whatTheLeaderDoesOnTheSideIsNotFollowed() {
    OneWorker one = new OneWorker(false, 2, MILLI).aside(1);
    FollowQueue queue = new FollowQueue(one.clock, 100);
    one.leading(queue).run(Long.MAX_VALUE, 4);
    queue.endLeading();
    OneWorker follower = OneWorker.unthrottled(MILLI).following(queue);
    follower.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.drainAll()).extracting(OperationStats::successes).containsExactly(4L, 3L);
    assertThat(follower.worker.followed()).containsExactly(1, 1, 1, 1);
  }

  /** Operation 0 is auxiliary, and comes before each answer. */
  @Test
  void whatAFollowerDoesOnTheSideAnswersNothing() {
    OneWorker one = new OneWorker(false, 2, MILLI).aside(0);
    FollowQueue queue = new FollowQueue(one.clock, 100);
    for (int rows = 1; rows <= 3; rows++) {
      queue.commit(rows);
    }
    queue.endLeading();
    one.following(queue).run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.worker.followed()).as("told once of each").containsExactly(1, 2, 3);
    assertThat(one.drainAll()).extracting(OperationStats::successes).containsExactly(3L, 3L);
    assertThat(queue.answered()).isEqualTo(3);
  }

  @Test
  void anAnswerThatFailsForGoodWasOne() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    FollowQueue queue = new FollowQueue(one.clock, 100);
    queue.commit(1);
    queue.commit(2);
    queue.endLeading();
    one.worker.then(one.failing(MILLI, FailureKind.DUPLICATE_KEY));
    one.following(queue).run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.worker.followed()).containsExactly(1, 2);
    OperationStats stats = one.drain();
    assertThat(stats.failures()).isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(1);
  }

  @Test
  void aFollowerWaitsForItsLeaderAndTheWaitIsInNoLatency() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    FollowQueue queue = new FollowQueue(one.clock, LAG);
    one.clock.wakingBy(
        () -> {
          assertThat(one.loop().inFlightNanos(one.clock.nanoTime())).isZero();
          one.clock.advance(SECOND);
          if (one.clock.waits() <= 5) {
            queue.commit(1);
          } else {
            queue.endLeading();
          }
        });
    one.following(queue).run(Long.MAX_VALUE, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(5);
    assertThat(stats.response().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(stats.unstarted()).isZero();
  }

  @Test
  void aFollowerThatIsStoppedLeavesWhatItHasNotBegun() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    FollowQueue queue = new FollowQueue(one.clock, 100);
    queue.commit(1);
    queue.commit(2);
    one.worker.then(
        () -> {
          one.control.interrupt();
          return 1;
        });
    one.following(queue).run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(one.worker.followed()).containsExactly(1);
    assertThat(queue.hasUnanswered()).isTrue();
  }

  @Test
  void aFollowerIsStoppedWhileItWaits() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.clock.wakingBy(one.control::interrupt);
    one.following(new FollowQueue(one.clock, LAG)).run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.clock.waits()).isEqualTo(1);
    assertThat(one.drain().successes()).isZero();
  }
}

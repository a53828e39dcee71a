package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Clock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queue between a leader and its follower, alone. */
@Timeout(300)
class FollowQueueTest {

  private static final long NEVER = Long.MAX_VALUE;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();
  private final FollowQueue queue = new FollowQueue(clock, 3);

  private void commit(int... rows) {
    for (int count : rows) {
      assertThat(queue.awaitRoom(stop, NEVER)).isTrue();
      queue.commit(count);
    }
  }

  private void assertAnswers(int... rows) {
    for (int count : rows) {
      assertThat(queue.awaitWork(stop)).isTrue();
      assertThat(queue.rows()).isEqualTo(count);
      queue.answer();
    }
  }

  @Test
  void whatWasCommittedIsAnsweredInItsOrder() {
    commit(1, 2, 3);
    assertAnswers(1, 2);
    commit(4, 5);
    assertAnswers(3, 4, 5);
    assertThat(queue.answered()).isEqualTo(5);
    assertThat(queue.hasUnanswered()).isFalse();
    assertThat(clock.waits()).isZero();
  }

  @Test
  void aFullQueueIsWaitedForUntilAnAnswerIsOver() {
    commit(1, 2, 3);
    assertThat(queue.awaitWork(stop)).isTrue();
    clock.wakingBy(
        () -> {
          if (clock.waits() == 3) {
            queue.answer();
          }
        });
    assertThat(queue.awaitRoom(stop, NEVER)).isTrue();
    assertThat(clock.waits()).as("having begun to answer is not enough").isEqualTo(3);
  }

  @Test
  void aLeadersEndEndsItsWait() {
    commit(1, 2, 3);
    assertThat(queue.awaitRoom(stop, ScriptedClock.START + 25 * SECOND)).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(ScriptedClock.START + 25 * SECOND);
  }

  @Test
  void aStopEndsBothWaits() {
    clock.wakingBy(() -> stop.set(clock.nanoTime()));
    assertThat(queue.awaitWork(stop)).isFalse();
    StopFlag leaders = new StopFlag();
    for (int rows = 0; rows < 3; rows++) {
      queue.commit(rows);
    }
    clock.wakingBy(() -> leaders.set(clock.nanoTime()));
    assertThat(queue.awaitRoom(leaders, NEVER)).isFalse();
    assertThat(clock.waits()).isEqualTo(2);
  }

  @Test
  void whatALeaderThatEndedHasCommittedIsStillAnswered() {
    commit(7, 8);
    queue.endLeading();
    assertAnswers(7, 8);
    assertThat(queue.awaitWork(stop)).isFalse();
  }

  @Test
  void aLeaderThatEndsWakesItsFollower() {
    clock.wakingBy(queue::endLeading);
    assertThat(queue.awaitWork(stop)).isFalse();
    assertThat(clock.waits()).isEqualTo(1);
  }

  @Test
  void aLeaderWhoseFollowerHasEndedGoesOnAlone() {
    commit(1, 2, 3);
    clock.wakingBy(queue::endFollowing);
    commit(4, 5, 6, 7);
    assertThat(clock.waits()).isEqualTo(1);
  }

  /** With the machine's clock, each on its own thread. */
  @ParameterizedTest
  @CsvSource({"1, 20000", "2, 50000", "8, 300000"})
  void twoThreadsLoseNothingAndNeverLagFurtherBehind(int lag, int operations)
      throws InterruptedException, ExecutionException {
    FollowQueue shared = new FollowQueue(Clock.system(), lag);
    FutureTask<Integer> follower = new FutureTask<>(() -> follow(shared));
    new Thread(follower, "follower").start();
    for (int i = 0; i < operations; i++) {
      assertThat(shared.awaitRoom(stop, NEVER)).isTrue();
      if (i - shared.answered() >= lag) {
        throw new AssertionError("too far ahead at " + i);
      }
      shared.commit(i);
    }
    shared.endLeading();
    assertThat(follower.get()).isEqualTo(operations);
  }

  private int follow(FollowQueue shared) {
    int expected = 0;
    while (shared.awaitWork(stop)) {
      if (shared.rows() != expected) {
        throw new AssertionError(shared.rows() + " instead of " + expected);
      }
      expected++;
      shared.answer();
    }
    return expected;
  }
}

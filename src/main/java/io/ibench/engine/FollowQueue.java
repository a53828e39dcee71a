package io.ibench.engine;

import io.ibench.measure.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The operations that one worker, the leader, has committed and another one, the follower, has not
 * answered yet: at most as many as the follower may lag behind. An operation leaves the queue when
 * the answer to it has ended.
 *
 * <p>Thread-safe for one leader and one follower. Each thread writes only its own fields: a slot is
 * written before {@link #committed} and read before {@link #answered} is written, both volatile. A
 * thread that is about to park sets a volatile field and checks the queue again; the other thread
 * changes the queue and then checks that field. So one of them always sees the other.
 */
final class FollowQueue {

  /** A bound for the clock, not for the wait: the other thread wakes the waiting one. */
  private static final long MAX_PARK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Clock clock;
  private final int[] rows;
  private volatile long committed;
  private volatile long answered;
  private volatile boolean leaderEnded;
  private volatile boolean followerEnded;
  private volatile @Nullable Thread waitingLeader;
  private volatile @Nullable Thread waitingFollower;

  /** * @param lag the capacity, in operations */
  FollowQueue(Clock clock, int lag) {
    this.clock = clock;
    this.rows = new int[lag];
  }

  /**
   * Waits until the queue has room for an operation, or the follower has ended. Leader's thread.
   *
   * @return false when the leader was stopped or has reached its end
   */
  boolean awaitRoom(StopFlag stop, long endNanos) {
    if (!isFull()) {
      return true;
    }
    waitingLeader = Thread.currentThread();
    long now = clock.nanoTime();
    while (isFull() && !stop.isSet() && now < endNanos) {
      clock.parkUntil(Math.min(now + MAX_PARK_NANOS, endNanos));
      now = clock.nanoTime();
    }
    waitingLeader = null;
    return now < endNanos && !stop.isSet();
  }

  private boolean isFull() {
    return committed - answered == rows.length && !followerEnded;
  }

  /** An operation is done. Only after {@link #awaitRoom}. Leader's thread. */
  void commit(int rowCount) {
    if (followerEnded) {
      return;
    }
    long number = committed;
    rows[(int) (number % rows.length)] = rowCount;
    committed = number + 1;
    wake(waitingFollower);
  }

  /** Nothing more will be committed. */
  void endLeading() {
    leaderEnded = true;
    wake(waitingFollower);
  }

  /**
   * Waits for an operation to answer. Follower's thread.
   *
   * @return false when the follower was stopped, or the leader has ended and everything is answered
   */
  boolean awaitWork(StopFlag stop) {
    if (isEmpty()) {
      waitingFollower = Thread.currentThread();
      while (isEmpty() && !leaderEnded && !stop.isSet()) {
        clock.parkUntil(clock.nanoTime() + MAX_PARK_NANOS);
      }
      waitingFollower = null;
    }
    return !isEmpty() && !stop.isSet();
  }

  private boolean isEmpty() {
    return committed == answered;
  }

  /** Rows of the operation to answer. Follower's thread. */
  int rows() {
    return rows[(int) (answered % rows.length)];
  }

  /** The operation is answered. Follower's thread. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // no other thread writes it
  void answer() {
    answered = answered + 1;
    wake(waitingLeader);
  }

  /** Nothing more will be answered: the leader continues without a limit. */
  void endFollowing() {
    followerEnded = true;
    wake(waitingLeader);
  }

  /** The number of answered operations so far. Any thread. */
  long answered() {
    return answered;
  }

  /** Whether there are committed operations without an answer. Any thread. */
  boolean hasUnanswered() {
    return !isEmpty();
  }

  private static void wake(@Nullable Thread waiting) {
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }
}

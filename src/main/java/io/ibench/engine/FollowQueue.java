package io.ibench.engine;

import io.ibench.measure.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What one worker, the leader, has committed and another one, its follower, has not answered yet:
 * at most so many operations as the follower may lag behind. An operation stays in it until the
 * follower's answer to it is over.
 *
 * <p>One thread leads and one follows. Each writes only fields of its own: a slot is written before
 * {@link #committed} and read again before {@link #answered}, both volatile. Whoever is about to
 * park says so in a volatile field and looks again; the other one changes the queue and then looks
 * at that field. So one of them always sees the other.
 */
final class FollowQueue {

  /** A bound for the clock, not for the wait: whoever is awaited wakes the one who waits. */
  private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Clock clock;
  private final int[] rows;
  private volatile long committed;
  private volatile long answered;
  private volatile boolean leaderEnded;
  private volatile boolean followerEnded;
  private volatile Thread waitingLeader;
  private volatile Thread waitingFollower;

  /**
   * @param lag how many operations it holds
   */
  FollowQueue(Clock clock, int lag) {
    this.clock = clock;
    this.rows = new int[lag];
  }

  /**
   * Waits until the queue has room for an operation, or nobody follows any more. Leader's thread.
   *
   * @return false when the leader was stopped, or its end has come
   */
  boolean awaitRoom(StopFlag stop, long endNanos) {
    if (!isFull()) {
      return true;
    }
    waitingLeader = Thread.currentThread();
    long now = clock.nanoTime();
    while (isFull() && !stop.isSet() && now < endNanos) {
      clock.parkUntil(Math.min(now + LONGEST_PARK_NANOS, endNanos));
      now = clock.nanoTime();
    }
    waitingLeader = null;
    return now < endNanos && !stop.isSet();
  }

  private boolean isFull() {
    return committed - answered == rows.length && !followerEnded;
  }

  /** An operation of so many rows is done. Only after {@link #awaitRoom}. Leader's thread. */
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
   * @return false when the follower was stopped, or has answered all that its leader, which has
   *     ended, committed
   */
  boolean awaitWork(StopFlag stop) {
    if (isEmpty()) {
      waitingFollower = Thread.currentThread();
      while (isEmpty() && !leaderEnded && !stop.isSet()) {
        clock.parkUntil(clock.nanoTime() + LONGEST_PARK_NANOS);
      }
      waitingFollower = null;
    }
    return !isEmpty() && !stop.isSet();
  }

  private boolean isEmpty() {
    return committed == answered;
  }

  /** Rows of the operation that is to be answered. Follower's thread. */
  int rows() {
    return rows[(int) (answered % rows.length)];
  }

  /** That operation is answered. Follower's thread. */
  void answer() {
    answered = answered + 1;
    wake(waitingLeader);
  }

  /** Nothing more will be answered: the leader goes on alone, if it goes on. */
  void endFollowing() {
    followerEnded = true;
    wake(waitingLeader);
  }

  /** How many operations were answered so far. Any thread. */
  long answered() {
    return answered;
  }

  /** Whether the leader has committed what was not answered. Any thread. */
  boolean hasUnanswered() {
    return !isEmpty();
  }

  private static void wake(Thread waiting) {
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }
}

package io.ibench.engine;

import io.ibench.workload.Worker;

/**
 * Makes a worker wait for another one: a leader whose follower lags, a follower for its leader. The
 * waits are before an operation begins and in no service latency; the response time of a paced
 * leader that had to wait is from its intended start all the same, and so shows the wait. The
 * worker's thread.
 */
interface FollowGate {

  /** Of a worker that nobody follows, and that follows nobody. */
  FollowGate ALONE = new Alone();

  /**
   * Waits until the worker may choose an operation.
   *
   * @return false when it is to end
   */
  boolean await(Worker worker, long endNanos);

  /**
   * An operation that counts is over.
   *
   * @param rows of one that was done; {@link RetryingExecutor#FAILED} otherwise
   */
  void ended(int rows);

  /** The worker will do nothing more, whether it ever did or not. */
  void leave();

  /** Whether operations are due at times of their own, and so can be left unstarted. */
  boolean isScheduled();

  /** Nothing to wait for. */
  final class Alone implements FollowGate {

    @Override
    public boolean await(Worker worker, long endNanos) {
      return true;
    }

    @Override
    public void ended(int rows) {}

    @Override
    public void leave() {}

    @Override
    public boolean isScheduled() {
      return true;
    }
  }

  /** Of a worker that waits when its follower lags too far behind. */
  final class Leading implements FollowGate {

    private final FollowQueue queue;
    private final StopFlag stop;

    Leading(FollowQueue queue, StopFlag stop) {
      this.queue = queue;
      this.stop = stop;
    }

    @Override
    public boolean await(Worker worker, long endNanos) {
      return queue.awaitRoom(stop, endNanos);
    }

    @Override
    public void ended(int rows) {
      if (rows > 0) {
        queue.commit(rows);
      }
    }

    @Override
    public void leave() {
      queue.endLeading();
    }

    @Override
    public boolean isScheduled() {
      return true;
    }
  }

  /** Of a worker that answers what its leader has committed, each operation with one. */
  final class Following implements FollowGate {

    private final FollowQueue queue;
    private final StopFlag stop;
    private boolean told;

    Following(FollowQueue queue, StopFlag stop) {
      this.queue = queue;
      this.stop = stop;
    }

    /** Tells the worker of each operation once, however many it does on the side before. */
    @Override
    public boolean await(Worker worker, long endNanos) {
      if (!queue.awaitWork(stop)) {
        return false;
      }
      if (!told) {
        worker.followed(queue.rows());
        told = true;
      }
      return true;
    }

    @Override
    public void ended(int rows) {
      told = false;
      queue.answer();
    }

    @Override
    public void leave() {
      queue.endFollowing();
    }

    @Override
    public boolean isScheduled() {
      return false;
    }
  }
}

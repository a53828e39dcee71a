package io.ibench.engine;

import io.ibench.workload.Worker;

/**
 * Makes a worker wait for another one: a leader for a follower that lags, a follower for its
 * leader. The waits are before an operation begins, so no service latency contains them; the
 * response time of a paced leader starts at its intended start and contains the wait. Confined to
 * the worker's thread.
 */
interface FollowGate {

  /** For a worker without a follower or a leader. */
  @SuppressWarnings("ClassInitializationDeadlock") // only this line names the class
  FollowGate ALONE = new Alone();

  /**
   * Waits until the worker may choose an operation.
   *
   * @return false when the worker has to end
   */
  boolean await(Worker worker, long endNanos);

  /**
   * An operation that counts has ended.
   *
   * @param rows of a success; {@link RetryingExecutor#FAILED} otherwise
   */
  void ended(int rows);

  /** The worker does no more operations; also called if it did none at all. */
  void leave();

  /** Whether operations have due times, so that they can be left unstarted. */
  default boolean isScheduled() {
    return true;
  }

  final class Alone implements FollowGate {

    @Override
    public boolean await(Worker worker, long endNanos) {
      return true;
    }

    @Override
    public void ended(int rows) {}

    @Override
    public void leave() {}
  }

  /** Waits when the follower lags too far behind. */
  final class Leader implements FollowGate {

    private final FollowQueue queue;
    private final StopFlag stop;

    Leader(FollowQueue queue, StopFlag stop) {
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
  }

  /** Waits for a committed operation of the leader, and answers each one with one operation. */
  final class Follower implements FollowGate {

    private final FollowQueue queue;
    private final StopFlag stop;
    private boolean announced;

    Follower(FollowQueue queue, StopFlag stop) {
      this.queue = queue;
      this.stop = stop;
    }

    /**
     * Announces each operation to the worker once, also if auxiliary operations come before the
     * answer.
     */
    @Override
    public boolean await(Worker worker, long endNanos) {
      if (!queue.awaitWork(stop)) {
        return false;
      }
      if (!announced) {
        worker.followed(queue.rows());
        announced = true;
      }
      return true;
    }

    @Override
    public void ended(int rows) {
      announced = false;
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

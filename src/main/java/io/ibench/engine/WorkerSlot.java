package io.ibench.engine;

import io.ibench.measure.Recorder;
import io.ibench.workload.Step;
import java.util.OptionalLong;

/**
 * One worker's place in its step.
 *
 * @param number in its group, over all clients
 * @param stop tells it to end
 * @param budget how many operations it may do; empty for one that does none of those that the step
 *     was given
 */
record WorkerSlot(
    Step.Group group,
    int number,
    Recorder recorder,
    FollowGate followGate,
    StopFlag stop,
    OptionalLong budget) {

  boolean isFollower() {
    return group.follows().isPresent();
  }

  /** A follower finishes what its leader has committed, also past the step's end. */
  long endNanos(long stepEndNanos) {
    return isFollower() ? Long.MAX_VALUE : stepEndNanos;
  }
}

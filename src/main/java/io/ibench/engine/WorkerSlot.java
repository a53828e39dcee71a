package io.ibench.engine;

import io.ibench.measure.Recorder;
import io.ibench.workload.Step;
import java.util.OptionalLong;

/**
 * One worker's place in its step.
 *
 * @param number in its group, over all clients
 * @param stop ends the worker
 * @param budget its part of the step's operations; empty if it has no part in them
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

  /** A follower answers everything that its leader has committed, also after the step's end. */
  long endNanos(long stepEndNanos) {
    return isFollower() ? Long.MAX_VALUE : stepEndNanos;
  }
}

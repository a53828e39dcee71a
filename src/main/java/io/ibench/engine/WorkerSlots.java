package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The workers of a step and their tasks, in the order of the groups. Immutable after construction.
 */
final class WorkerSlots {

  private final Step.Work step;
  private final Clock clock;
  private final StopFlag over;
  private final StopFlag brokenOff;
  private final ClientRecorders recorders;
  private final List<FollowQueue> queues = new ArrayList<>();
  private final Map<String, List<FollowQueue>> queuesByLeader = new HashMap<>();
  private final List<WorkerSlot> all = new ArrayList<>();

  /**
   * @param division only its workers are made; their parts are those of the whole step
   * @param over stops all workers except followers
   * @param brokenOff stops followers
   * @throws IllegalArgumentException when the groups cannot work together
   */
  WorkerSlots(
      Step.Work step,
      Division division,
      Clock clock,
      StopFlag over,
      StopFlag brokenOff,
      ClientRecorders recorders) {
    this.step = step;
    this.clock = clock;
    this.over = over;
    this.brokenOff = brokenOff;
    this.recorders = recorders;
    check();
    for (Step.Group group : step.groups()) {
      group.follows().ifPresent(this::connect);
    }
    int before = 0;
    for (Step.Group group : step.groups()) {
      boolean counts = counts(group);
      for (int number = 0; number < group.allThreads(); number++) {
        OptionalLong budget = counts ? budget(before++) : OptionalLong.empty();
        if (division.isMine(group, number)) {
          all.add(slot(group, number, budget));
        }
      }
    }
  }

  private void check() {
    if (step.groups().stream().allMatch(Step.Group::background)) {
      throw wrong("has only groups in the background: none of them would end it");
    }
    for (Step.Group group : step.groups()) {
      group.follows().ifPresent(following -> check(group, following));
    }
  }

  private void check(Step.Group follower, Step.Following following) {
    Step.Group leader = leader(following);
    String both = follower.name() + " follows " + leader.name();
    if (leader.follows().isPresent()) {
      throw wrong(both + ", which must not follow a group itself");
    }
    if (leader.clients() != follower.clients() || leader.threads() != follower.threads()) {
      throw wrong(both + " and needs as many clients and threads");
    }
    if (leader.background() != follower.background()) {
      throw wrong(both + ": both or neither must be in the background");
    }
    if (following.lag() < 1) {
      throw wrong(both + " by " + following.lag() + " operations; at least 1 is needed");
    }
    if (step.groups().stream().filter(group -> follows(group, leader)).count() > 1) {
      throw wrong("group " + leader.name() + " has more than one follower");
    }
  }

  private Step.Group leader(Step.Following following) {
    return step.groups().stream()
        .filter(group -> group.name().equals(following.group()))
        .findFirst()
        .orElseThrow(() -> wrong("has no group " + following.group() + " to follow"));
  }

  private static boolean follows(Step.Group group, Step.Group leader) {
    return group.follows().filter(f -> f.group().equals(leader.name())).isPresent();
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("step " + step.name() + ": " + what);
  }

  private void connect(Step.Following following) {
    List<FollowQueue> own = new ArrayList<>();
    for (int thread = 0; thread < leader(following).allThreads(); thread++) {
      own.add(new FollowQueue(clock, following.lag()));
    }
    queuesByLeader.put(following.group(), own);
    queues.addAll(own);
  }

  private WorkerSlot slot(Step.Group group, int number, OptionalLong budget) {
    Optional<Step.Following> follows = group.follows();
    StopFlag stop = follows.isPresent() ? brokenOff : over;
    FollowGate followGate = FollowGate.ALONE;
    if (follows.isPresent()) {
      followGate =
          new FollowGate.Follower(
              Objects.requireNonNull(queuesByLeader.get(follows.get().group())).get(number), stop);
    } else if (queuesByLeader.containsKey(group.name())) {
      followGate = new FollowGate.Leader(queuesByLeader.get(group.name()).get(number), stop);
    }
    return new WorkerSlot(
        group, number, recorders.add(number / group.threads()), followGate, stop, budget);
  }

  /** Whether the step's operations are divided among this group's threads. */
  private boolean counts(Step.Group group) {
    boolean byQueries = step.groups().stream().anyMatch(Step.Group::background);
    return step.operations().isPresent()
        && group.follows().isEmpty()
        && (!byQueries || group.role() == Role.QUERY);
  }

  /**
   * A thread's part of the step's operations; the first threads take the remainder.
   *
   * @param before the number of threads that already have their part
   */
  private OptionalLong budget(int before) {
    long operations = step.operations().orElseThrow();
    long threads =
        step.groups().stream().filter(this::counts).mapToLong(Step.Group::allThreads).sum();
    return OptionalLong.of(operations / threads + (before < operations % threads ? 1 : 0));
  }

  List<WorkerSlot> all() {
    return all;
  }

  /** The number of operations that followers have answered so far. */
  long answered() {
    return queues.stream().mapToLong(FollowQueue::answered).sum();
  }

  /** Whether there are committed operations without an answer. */
  boolean hasUnanswered() {
    return queues.stream().anyMatch(FollowQueue::hasUnanswered);
  }
}

package io.ibench.workload;

import io.ibench.config.Rate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One step of an experiment, as data. */
public sealed interface Step {

  /** The name that the user gave it. */
  String name();

  /** Which of the workload's kinds of step it is. */
  String kind();

  /** The step whose keys it inherits. */
  Optional<String> like();

  /**
   * A step without workers, such as creating tables.
   *
   * @param indexes it builds indexes
   * @param atLeastNanos how long it takes at least, for one that waits
   */
  record Action(String name, String kind, Optional<String> like, boolean indexes, long atLeastNanos)
      implements Step {

    /** An action that takes as long as it takes. */
    public Action(String name, String kind, Optional<String> like, boolean indexes) {
      this(name, kind, like, indexes, 0);
    }
  }

  /**
   * A step of workers.
   *
   * @param untilNanos the length of one repeat
   * @param operations operations of all workers together: of those in the background if there are
   *     any, otherwise of all that follow nobody
   * @param repeat how often {@code untilNanos} passes; the workers go on meanwhile
   * @param rows rows that will be inserted, all clients together, when it is the step's task to
   *     insert so many; its workers end by themselves then
   * @param complete the step makes sense only as a whole: the first failed operation ends the run
   * @param countsRows its throughput is rows, not operations
   */
  record Work(
      String name,
      String kind,
      Optional<String> like,
      OptionalLong untilNanos,
      OptionalLong operations,
      int repeat,
      OptionalLong rows,
      boolean complete,
      boolean countsRows,
      List<Group> groups)
      implements Step {

    public Work {
      groups = List.copyOf(groups);
    }

    public int threads() {
      return groups.stream().mapToInt(Group::allThreads).sum();
    }

    /** The most clients that any of its groups serves. */
    public int clients() {
      return groups.stream().mapToInt(Group::clients).max().orElse(1);
    }

    public boolean isPaced() {
      return groups.stream().anyMatch(group -> !group.rate().isUnlimited());
    }
  }

  /**
   * Threads of one role. It exists once for every client: a worker of number n serves client n /
   * threads.
   *
   * @param role what its rate counts
   * @param clients for which it exists
   * @param threads for each client
   * @param rate of each client: of operations, or of rows where the group counts rows
   * @param pacing how starts are spread over time; means nothing when the rate is unlimited
   * @param rowsPerOperation how many of the rate's unit one operation does
   * @param follows the group whose committed operations this one's answer, thread by thread
   * @param mix names and shares of what its workers choose from; empty where there is no choice
   * @param background it works for as long as others do, and does not keep a step from ending
   */
  record Group(
      String name,
      Plan.Role role,
      int clients,
      int threads,
      Rate rate,
      Pacing pacing,
      int rowsPerOperation,
      Optional<Following> follows,
      Map<String, Double> mix,
      boolean background) {

    /** One without a mix, whose rate is one of queries. */
    public Group(
        String name,
        int clients,
        int threads,
        Rate rate,
        Pacing pacing,
        int rowsPerOperation,
        Optional<Following> follows,
        boolean background) {
      this(
          name,
          Plan.Role.QUERY,
          clients,
          threads,
          rate,
          pacing,
          rowsPerOperation,
          follows,
          Map.of(),
          background);
    }

    /** The only group of its step, for one client. */
    public Group(String name, int threads, Rate rate, Pacing pacing, int rowsPerOperation) {
      this(
          name,
          Plan.Role.QUERY,
          1,
          threads,
          rate,
          pacing,
          rowsPerOperation,
          Optional.empty(),
          Map.of(),
          false);
    }

    /** Paced evenly. */
    public Group(String name, int threads, Rate rate, int rowsPerOperation) {
      this(name, threads, rate, Pacing.EVEN, rowsPerOperation);
    }

    /** The same group, with a rate of something else. */
    public Group counting(Plan.Role other) {
      return new Group(
          name, other, clients, threads, rate, pacing, rowsPerOperation, follows, mix, background);
    }

    /** Of all clients together. */
    public int allThreads() {
      return clients * threads;
    }
  }

  /**
   * Whom a group follows: its thread k the leader's thread k. The leader follows nobody, has no
   * other follower, as many clients and threads, and is in the background if its follower is.
   *
   * @param group the leader's name
   * @param lag how many committed operations the leader may be ahead of what its follower has
   *     answered, before it waits; at least 1. The wait is in no service latency, but in the
   *     response time of a paced leader, which is from the intended start
   */
  record Following(String group, int lag) {}
}

package io.ibench.workload;

import io.ibench.config.Rate;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** One step of a run, as data. */
public sealed interface Step {

  /** The name that the user gave it. */
  String name();

  /** The name of its {@link StepKind}. */
  String kind();

  /** The step whose settings it inherits. */
  Optional<String> like();

  /** What it does with the tables of its plan. */
  TableUse use();

  /**
   * A step without workers, such as creating tables.
   *
   * @param atLeastNanos its minimum duration; 0 for no minimum
   */
  record Action(String name, String kind, Optional<String> like, TableUse use, long atLeastNanos)
      implements Step {

    /** An action without a minimum duration. */
    public Action(String name, String kind, Optional<String> like, TableUse use) {
      this(name, kind, like, use, 0);
    }
  }

  /**
   * A step with workers.
   *
   * @param untilNanos the length of one repeat
   * @param operations operations of all workers of queries together if a group is in the
   *     background, else of all workers that follow no other
   * @param repeat how many periods of {@code untilNanos} there are, without a pause between them
   * @param rows the rows that all clients together insert; then the workers end by themselves
   * @param countsRows its throughput is rows, not operations
   * @param profile the rate of its first group over time, whose segments are the repeats; {@code
   *     untilNanos} is empty then, and the rate of that group is the mean
   * @param rateGoal ends the step, which has one repeat, as soon as this is known of its rate;
   *     {@code untilNanos} is its longest time then
   */
  record Work(
      String name,
      String kind,
      Optional<String> like,
      TableUse use,
      OptionalLong untilNanos,
      OptionalLong operations,
      int repeat,
      OptionalLong rows,
      boolean countsRows,
      List<Group> groups,
      Optional<Profile> profile,
      Optional<RateGoal> rateGoal)
      implements Step {

    public Work {
      groups = List.copyOf(groups);
      long names = groups.stream().map(Group::name).distinct().count();
      if (names < groups.size()) {
        throw new IllegalArgumentException(name + ": two groups have one name");
      }
    }

    /** A step whose rate does not end it. */
    public Work(
        String name,
        String kind,
        Optional<String> like,
        TableUse use,
        OptionalLong untilNanos,
        OptionalLong operations,
        int repeat,
        OptionalLong rows,
        boolean countsRows,
        List<Group> groups,
        Optional<Profile> profile) {
      this(
          name,
          kind,
          like,
          use,
          untilNanos,
          operations,
          repeat,
          rows,
          countsRows,
          groups,
          profile,
          Optional.empty());
    }

    /** The same for other groups of threads, and with another use of the tables. */
    public Work with(TableUse otherUse, List<Group> others) {
      return with(otherUse, countsRows, others);
    }

    /** The same for other groups of threads; its throughput is rows. */
    public Work countingRows(List<Group> others) {
      return with(use, true, others);
    }

    private Work with(TableUse otherUse, boolean otherCountsRows, List<Group> others) {
      return new Work(
          name,
          kind,
          like,
          otherUse,
          untilNanos,
          operations,
          repeat,
          rows,
          otherCountsRows,
          others,
          profile,
          rateGoal);
    }

    /** The same with other numbers of operations and rows that end it. */
    public Work with(OptionalLong otherOperations, OptionalLong otherRows) {
      return new Work(
          name,
          kind,
          like,
          use,
          untilNanos,
          otherOperations,
          repeat,
          otherRows,
          countsRows,
          groups,
          profile,
          rateGoal);
    }

    /** The same, once and for so long, whatever its rate; for a step without a profile. */
    public Work once(long nanos) {
      return new Work(
          name,
          kind,
          like,
          use,
          OptionalLong.of(nanos),
          operations,
          1,
          rows,
          countsRows,
          groups,
          profile);
    }

    /** The rate over time of one of its groups; empty for a rate that does not change. */
    public Optional<Profile> profileOf(Group group) {
      return group.name().equals(groups.get(0).name()) ? profile : Optional.empty();
    }

    /**
     * The length of a repeat; empty if its time does not end it.
     *
     * @param number from 1
     */
    public OptionalLong repeatNanos(int number) {
      return profile.isPresent()
          ? OptionalLong.of(profile.get().segments().get(number - 1).nanos())
          : untilNanos;
    }

    /**
     * The length of all repeats before this one; 0 if their time does not end them.
     *
     * @param number from 1
     */
    public long nanosBefore(int number) {
      return profile.isPresent()
          ? profile.get().nanosBefore(number - 1)
          : Math.multiplyExact(untilNanos.orElse(0), number - 1);
    }

    /** The length of all repeats; empty if their time does not end them. */
    public OptionalLong lengthNanos() {
      return repeatNanos(1).isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(nanosBefore(repeat + 1));
    }

    /** The length of all repeats; empty if something else ends the step, or may end it before. */
    public OptionalLong certainNanos() {
      return operations.isPresent() || rows.isPresent() || rateGoal.isPresent()
          ? OptionalLong.empty()
          : lengthNanos();
    }

    /**
     * How long all repeats take if each target rate is held; empty if something without a known
     * rate ends the step, or may end it before.
     */
    public OptionalLong expectedNanos() {
      if (rateGoal.isPresent()) {
        return OptionalLong.empty();
      }
      OptionalLong shortest = lengthNanos();
      if (rows.isPresent()) {
        shortest =
            earlier(shortest, rows.getAsLong(), group -> group.role() == Role.INSERT, group -> 1);
      }
      if (operations.isPresent() && (rows.isEmpty() || shortest.isPresent())) {
        boolean background = groups.stream().anyMatch(Group::background);
        shortest =
            earlier(
                shortest,
                operations.getAsLong(),
                group -> !background || group.role() == Role.QUERY,
                Group::rowsPerOperation);
      }
      return shortest;
    }

    /** The earlier of an end and that by a count; empty if no rate tells when that is reached. */
    private OptionalLong earlier(
        OptionalLong end, long count, Predicate<Group> counts, ToIntFunction<Group> unitsOfOne) {
      double perSecond = 0;
      for (Group group : groups) {
        if (counts.test(group) && group.follows().isEmpty() && !group.holdsSnapshots()) {
          if (group.rate().isUnlimited()) {
            return OptionalLong.empty();
          }
          perSecond += group.rate().perSecond() * group.clients() / unitsOfOne.applyAsInt(group);
        }
      }
      if (perSecond == 0) {
        return OptionalLong.empty();
      }
      long nanos = Math.round(1e9 * count / perSecond);
      return OptionalLong.of(Math.min(end.orElse(Long.MAX_VALUE), nanos));
    }

    /**
     * The operation of queries with the largest planned share, of equal ones the first; empty
     * without shares.
     */
    public Optional<String> mainOperation() {
      Map<String, Double> shares = new LinkedHashMap<>();
      for (Group group : groups) {
        double all = group.mix().values().stream().mapToDouble(Double::doubleValue).sum();
        if (group.role() == Role.QUERY && all > 0) {
          group
              .mix()
              .forEach(
                  (name, share) ->
                      shares.merge(name, group.allThreads() * share / all, Double::sum));
        }
      }
      String main = null;
      for (Map.Entry<String, Double> each : shares.entrySet()) {
        if (main == null || each.getValue() > Objects.requireNonNull(shares.get(main))) {
          main = each.getKey();
        }
      }
      return Optional.ofNullable(main);
    }

    /** The same with the shares of operations that its only group chooses from. */
    public Work mixing(Map<String, Double> mix) {
      return with(use, groups.stream().map(group -> group.mixing(mix)).toList());
    }

    /** Whether the first failed operation ends the run, because a part of the step is useless. */
    public boolean complete() {
      return use == TableUse.LOADS;
    }

    public int threads() {
      return groups.stream().mapToInt(Group::allThreads).sum();
    }

    /** The largest number of clients of any group. */
    public int clients() {
      return groups.stream().mapToInt(Group::clients).max().orElse(1);
    }

    public boolean isPaced() {
      return groups.stream()
          .anyMatch(group -> !group.rate().isUnlimited() && !group.holdsSnapshots());
    }
  }

  /**
   * Threads of one role, repeated for every client: worker n serves client n / threads.
   *
   * @param role of the operations that its rate counts; AUXILIARY for {@link #holdsSnapshots}
   * @param clients the number of clients
   * @param threads the number of threads for each client
   * @param rate for each client, in operations or, where the group counts rows, in rows
   * @param pacing how starts are spread over time; ignored when the rate is unlimited
   * @param rowsPerOperation how many units of the rate one operation counts for
   * @param follows the group whose committed operations this group answers, thread by thread
   * @param mix the shares of the operations that its workers choose from; empty without a choice
   * @param background it runs as long as other groups do, and does not keep a step from ending
   */
  record Group(
      String name,
      Role role,
      int clients,
      int threads,
      Rate rate,
      Pacing pacing,
      int rowsPerOperation,
      Optional<Following> follows,
      Map<String, Double> mix,
      boolean background) {

    /** A group of queries without a mix. */
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
          Role.QUERY,
          clients,
          threads,
          rate,
          pacing,
          rowsPerOperation,
          follows,
          Map.of(),
          background);
    }

    /** The only group of its step, of queries for one client. */
    public Group(String name, int threads, Rate rate, Pacing pacing, int rowsPerOperation) {
      this(
          name,
          Role.QUERY,
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

    /** The same group with another rate. */
    public Group paced(Rate other, Pacing spread) {
      return new Group(
          name, role, clients, threads, other, spread, rowsPerOperation, follows, mix, background);
    }

    /** The same group with another name. */
    public Group named(String other) {
      return new Group(
          other, role, clients, threads, rate, pacing, rowsPerOperation, follows, mix, background);
    }

    /** The same group with other shares of operations. */
    Group mixing(Map<String, Double> other) {
      return new Group(
          name, role, clients, threads, rate, pacing, rowsPerOperation, follows, other, background);
    }

    /** The same group with another role. */
    public Group counting(Role other) {
      return new Group(
          name, other, clients, threads, rate, pacing, rowsPerOperation, follows, mix, background);
    }

    /**
     * Whether each thread holds a snapshot, from one of its operations to the next. Its rate is how
     * often it takes a new one, and no target rate of the step.
     */
    public boolean holdsSnapshots() {
      return role == Role.AUXILIARY;
    }

    /** The threads of all clients together. */
    public int allThreads() {
      return clients * threads;
    }
  }

  /**
   * Which group a group follows: its thread k follows the leader's thread k. The leader itself
   * follows no group, has one follower with as many clients and threads, and is in the background
   * if its follower is.
   *
   * @param group the leader's name
   * @param lag how many committed operations the leader may be ahead of the answered ones before it
   *     waits; at least 1. The wait is not in the service time, but in the response time of a paced
   *     leader, which counts from the intended start
   */
  record Following(String group, int lag) {}
}

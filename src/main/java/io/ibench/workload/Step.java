package io.ibench.workload;

import io.ibench.config.Rate;
import java.util.List;
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

  /** A step without workers, such as creating tables. */
  record Action(String name, String kind, Optional<String> like, boolean indexes) implements Step {}

  /**
   * A step of workers.
   *
   * @param untilNanos the length of one repeat
   * @param operations operations of all workers together
   * @param repeat how often {@code untilNanos} passes; the workers go on meanwhile
   * @param rows rows that will be written, when it is the step's task to write so many
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
      return groups.stream().mapToInt(Group::threads).sum();
    }

    public boolean isPaced() {
      return groups.stream().anyMatch(group -> !group.rate().isUnlimited());
    }
  }

  /**
   * Threads of one role.
   *
   * @param rate the group's total, in the unit that the report counts
   * @param pacing how starts are spread over time; means nothing when the rate is unlimited
   * @param rowsPerOperation how many of the rate's unit one operation does
   */
  record Group(String name, int threads, Rate rate, Pacing pacing, int rowsPerOperation) {

    /** Paced evenly. */
    public Group(String name, int threads, Rate rate, int rowsPerOperation) {
      this(name, threads, rate, Pacing.EVEN, rowsPerOperation);
    }
  }
}

package io.ibench.workload;

import io.ibench.config.Rate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of step of a workload.
 *
 * @param action whether it has no workers
 * @param indexes whether it is an action that builds indexes
 * @param rows how many rows it writes when it ends by itself; empty: settings must end it
 * @param atLeastNanos the default minimum duration of an action that waits
 * @param roles the groups of threads of a step with several groups or several clients
 */
public record StepKind(
    boolean action,
    boolean indexes,
    OptionalLong rows,
    OptionalLong atLeastNanos,
    Optional<Roles> roles) {

  public static StepKind ofAction() {
    return new StepKind(true, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
  }

  public static StepKind ofIndexing() {
    return new StepKind(true, true, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
  }

  /** An action that waits until the database is at rest. */
  public static StepKind ofWaiting(long atLeastNanos) {
    return new StepKind(
        true, false, OptionalLong.empty(), OptionalLong.of(atLeastNanos), Optional.empty());
  }

  public static StepKind ofLoad(long rows) {
    return new StepKind(
        false, false, OptionalLong.of(rows), OptionalLong.empty(), Optional.empty());
  }

  public static StepKind ofRequests() {
    return new StepKind(false, false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
  }

  public static StepKind ofRoles(Roles roles) {
    return new StepKind(
        false, false, OptionalLong.empty(), OptionalLong.empty(), Optional.of(roles));
  }

  /**
   * Threads of several roles, repeated for every client. The first group inserts rows, and its rows
   * end the step.
   *
   * @param rowsPerCommit the default
   * @param rows the default rows of each client; empty: the inserts' rate times {@code rateNanos}
   * @param rateNanos the duration at the inserts' rate
   * @param loads the first failed operation ends the run, as a part of the step is useless
   * @param countsRows its throughput is inserted rows, not queries
   */
  public record Roles(
      int clients,
      List<GroupKind> groups,
      int rowsPerCommit,
      OptionalLong rows,
      long rateNanos,
      boolean loads,
      boolean countsRows) {

    public Roles {
      groups = List.copyOf(groups);
    }
  }

  /**
   * A group of threads as the workload defines it.
   *
   * @param rate the default rate
   * @param choices the operations that its workers can choose from; empty: no mix, and one thread
   *     for each client
   * @param follows the group whose commits it answers
   * @param background it runs as long as other groups do
   * @param usual the default mix: these choices in equal shares
   */
  public record GroupKind(
      String name,
      Plan.Role role,
      Rate rate,
      List<String> choices,
      Optional<String> follows,
      boolean background,
      List<String> usual) {

    public GroupKind {
      choices = List.copyOf(choices);
      usual = List.copyOf(usual);
    }

    /** A group without a mix. */
    public GroupKind(
        String name, Plan.Role role, Rate rate, Optional<String> follows, boolean background) {
      this(name, role, rate, List.of(), follows, background, List.of());
    }
  }
}

package io.ibench.workload;

import io.ibench.config.Rate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of step that a workload has.
 *
 * @param action it has no workers
 * @param indexes it is an action that builds indexes
 * @param rows what it writes when it ends by itself; empty: it needs an end
 * @param atLeastNanos how long it takes at least, of an action that waits; a user may change it
 * @param roles the groups of threads, of a step with several of them or for several clients
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

  /** An action that waits until its database has resolved. */
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
   * Threads of several roles, which exist for every client. The first one inserts rows, and its
   * rows end the step.
   *
   * @param rowsPerCommit unless the user says otherwise
   * @param rows of each client, unless the user says otherwise; empty: as many as the rate makes in
   *     {@code rateNanos}
   * @param rateNanos for how long the inserts' rate is to be held
   * @param loads it makes sense only as a whole: the first failed operation ends the run
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
   * A group of threads as a workload knows it.
   *
   * @param rate unless the user says otherwise
   * @param choices what its workers can choose from; empty for one that has no mix, and then has
   *     one thread for each client
   * @param follows the group whose commits it answers
   * @param background it works for as long as others do
   * @param usual those of the choices that are its mix, in equal shares, unless the user says
   *     otherwise
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

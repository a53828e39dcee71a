package io.ibench.workload;

import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.measure.Role;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of step of a workload. Immutable.
 *
 * @param use what it does with the tables
 * @param action whether it has no workers
 * @param rows how many rows it writes when it ends by itself; empty: settings must end it
 * @param atLeastNanos the default minimum duration of an action that waits
 * @param roles the groups of threads of a step with several roles or several clients
 * @param mixes the groups of threads of a step of requests that choose from a mix; empty: one group
 *     without a mix
 * @param keys further keys of such a step, without the step's name. The workload reads them, under
 *     the names of {@link StepReader#names}
 * @param defaults further names under which all keys of such a step may be given, the nearest
 *     first: they are the defaults of several kinds
 */
public record StepKind(
    TableUse use,
    boolean action,
    OptionalLong rows,
    OptionalLong atLeastNanos,
    Optional<Roles> roles,
    List<GroupMix> mixes,
    List<Key<?>> keys,
    List<String> defaults) {

  /** The name of the kind of steps that warm up: their figures are no result of the run. */
  public static final String WARMUP = "warmup";

  public StepKind {
    mixes = List.copyOf(mixes);
    keys = List.copyOf(keys);
    defaults = List.copyOf(defaults);
  }

  /** A kind without further keys. */
  public StepKind(
      TableUse use,
      boolean action,
      OptionalLong rows,
      OptionalLong atLeastNanos,
      Optional<Roles> roles,
      List<GroupMix> mixes) {
    this(use, action, rows, atLeastNanos, roles, mixes, List.of(), List.of());
  }

  /**
   * The same kind with further keys.
   *
   * @param names under which keys of several kinds are given, the nearest first
   */
  public StepKind withKeys(List<Key<?>> further, List<String> names) {
    return new StepKind(use, action, rows, atLeastNanos, roles, mixes, further, names);
  }

  /** Drops the tables, if they exist. */
  public static StepKind drop() {
    return action(TableUse.DROPS);
  }

  /** Creates the tables. */
  public static StepKind create() {
    return action(TableUse.CREATES);
  }

  /** Fills the tables with so many rows in all. */
  public static StepKind load(long rows) {
    return new StepKind(
        TableUse.LOADS,
        false,
        OptionalLong.of(rows),
        OptionalLong.empty(),
        Optional.empty(),
        List.of());
  }

  /** Fills empty tables until a time or a number of operations ends it. */
  public static StepKind loadUntilEnd() {
    return new StepKind(
        TableUse.LOADS,
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        List.of());
  }

  /** Builds the secondary indexes. */
  public static StepKind index() {
    return action(TableUse.INDEXES);
  }

  /** Requests of one group of threads; the workers choose their operations themselves. */
  public static StepKind requests() {
    return requests(List.of());
  }

  /** Requests of groups of threads that choose from mixes. */
  public static StepKind requests(List<GroupMix> mixes) {
    return new StepKind(
        TableUse.WRITES,
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        mixes);
  }

  /** Checks the data. */
  public static StepKind verify() {
    return action(TableUse.VERIFIES);
  }

  /** An action that waits until the database is at rest. */
  public static StepKind waiting(long atLeastNanos) {
    return new StepKind(
        TableUse.READS,
        true,
        OptionalLong.empty(),
        OptionalLong.of(atLeastNanos),
        Optional.empty(),
        List.of());
  }

  /** Any other step without workers. */
  public static StepKind action(TableUse use) {
    return new StepKind(
        use, true, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), List.of());
  }

  /** Threads of several roles; see {@link Roles#loads} for what they do with the tables. */
  public static StepKind roles(Roles roles) {
    return new StepKind(
        roles.loads() ? TableUse.LOADS : TableUse.WRITES,
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.of(roles),
        List.of());
  }

  /**
   * A group of threads of a step of requests.
   *
   * @param name empty for the only group of its step
   * @param usual the operations that its workers can choose from, with their default shares
   */
  public record GroupMix(String name, Map<String, Double> usual) {

    public GroupMix {
      usual = Collections.unmodifiableMap(new LinkedHashMap<>(usual));
    }
  }

  /**
   * Threads of several roles, repeated for every client. The first group inserts rows, and its rows
   * end the step.
   *
   * @param rowsPerCommit the default
   * @param rows the default rows of each client; empty: the inserts' rate times {@code rateNanos}
   * @param rateNanos the duration at the inserts' rate
   * @param loads it fills the tables; otherwise it changes loaded data
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
   * @param role AUXILIARY for a group that holds snapshots; a step has it only with the key {@code
   *     snapshot}
   * @param rate the default rate
   * @param choices the operations that its workers can choose from; empty: no mix, and one thread
   *     for each client
   * @param follows the group whose commits it answers
   * @param background it runs as long as other groups do
   * @param usual the default mix: these choices in equal shares
   */
  public record GroupKind(
      String name,
      Role role,
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
        String name, Role role, Rate rate, Optional<String> follows, boolean background) {
      this(name, role, rate, List.of(), follows, background, List.of());
    }
  }
}

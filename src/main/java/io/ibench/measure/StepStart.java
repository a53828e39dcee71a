package io.ibench.measure;

import java.util.List;
import java.util.Optional;

/**
 * A step, or a repeat of it, that begins.
 *
 * @param unit what the step's rate counts
 * @param threads its workers; 0 for a step without
 * @param targets the rates that it is to hold
 * @param clients whose operations are counted apart; 1 where nobody's are
 */
public record StepStart(
    StepIdentity identity,
    Unit unit,
    StepGoal goal,
    int threads,
    boolean paced,
    long startEpochMillis,
    List<RateTarget> targets,
    int clients) {

  public StepStart {
    targets = List.copyOf(targets);
  }

  /** A step of one client, without target rates. */
  public StepStart(
      StepIdentity identity,
      Unit unit,
      StepGoal goal,
      int threads,
      boolean paced,
      long startEpochMillis) {
    this(identity, unit, goal, threads, paced, startEpochMillis, List.of(), 1);
  }

  /** What a step's throughput counts, and what its costs are divided by. */
  public enum Unit {
    /** Completed queries or transactions. */
    QUERIES,
    /** Inserted rows. */
    ROWS,
    /** Rows that an index now covers. */
    INDEXED_ROWS,
    /** Nothing: the step has no throughput. */
    NONE
  }

  public String name() {
    return identity.name();
  }

  public String kind() {
    return identity.kind();
  }

  public Optional<String> like() {
    return identity.like();
  }

  public int repeat() {
    return identity.repeat();
  }

  public int repeats() {
    return identity.repeats();
  }

  /** The step's name, with the repeat where there are several. */
  public String title() {
    return identity.title();
  }
}

package io.ibench.measure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A step, or a repeat of it, that begins.
 *
 * @param unit what the step's rate counts
 * @param plannedNanos how long it will take, when that is given
 * @param plannedOperations how many operations it will do, when that is given
 * @param plannedRows how many rows it will write, when that is known
 * @param threads its workers; 0 for a step without
 * @param targets the rates that it is to hold
 * @param clients whose operations are counted apart; 1 where nobody's are
 */
public record StepStart(
    String name,
    String kind,
    Optional<String> like,
    int repeat,
    int repeats,
    Unit unit,
    OptionalLong plannedNanos,
    OptionalLong plannedOperations,
    OptionalLong plannedRows,
    int threads,
    boolean paced,
    long startEpochMillis,
    List<Target> targets,
    int clients) {

  public StepStart {
    targets = List.copyOf(targets);
  }

  /** A step of one client, without target rates. */
  public StepStart(
      String name,
      String kind,
      Optional<String> like,
      int repeat,
      int repeats,
      Unit unit,
      OptionalLong plannedNanos,
      OptionalLong plannedOperations,
      OptionalLong plannedRows,
      int threads,
      boolean paced,
      long startEpochMillis) {
    this(
        name,
        kind,
        like,
        repeat,
        repeats,
        unit,
        plannedNanos,
        plannedOperations,
        plannedRows,
        threads,
        paced,
        startEpochMillis,
        List.of(),
        1);
  }

  /** A step that no number of operations ends. */
  public StepStart(
      String name,
      String kind,
      Optional<String> like,
      int repeat,
      int repeats,
      Unit unit,
      OptionalLong plannedNanos,
      OptionalLong plannedRows,
      int threads,
      boolean paced,
      long startEpochMillis) {
    this(
        name,
        kind,
        like,
        repeat,
        repeats,
        unit,
        plannedNanos,
        OptionalLong.empty(),
        plannedRows,
        threads,
        paced,
        startEpochMillis);
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

  /** The step's name, with the repeat where there are several. */
  public String title() {
    return repeats > 1 ? name + " " + repeat : name;
  }
}

package io.ibench.measure;

import java.util.List;
import java.util.Optional;

/**
 * A step, or a repeat of it, that begins. Immutable.
 *
 * @param threads its workers; 0 for a step without workers
 * @param targets its target rates
 * @param clients that are counted separately; 1 without separate counts
 * @param reached what earlier processes have counted of it, of a run that was resumed
 */
public record StepStart(
    StepIdentity identity,
    Unit unit,
    StepGoal goal,
    int threads,
    boolean paced,
    long startEpochMillis,
    List<RateTarget> targets,
    int clients,
    Reached reached) {

  public StepStart {
    targets = List.copyOf(targets);
  }

  /**
   * How far a step is.
   *
   * @param nanos the time that is counted
   * @param operations successful or not
   * @param rows inserted
   */
  public record Reached(long nanos, long operations, long rows) {

    public static final Reached NOTHING = new Reached(0, 0, 0);
  }

  /** The unit of a step's throughput, which is also the divisor of its costs. */
  public enum Unit {
    /** Completed queries or transactions. */
    QUERIES,
    /** Inserted rows. */
    ROWS,
    /** Rows that a new index covers. */
    INDEXED_ROWS,
    /** The step has no throughput. */
    NONE
  }

  public String name() {
    return identity.name();
  }

  public String kind() {
    return identity.kind();
  }

  public StepPurpose purpose() {
    return identity.purpose();
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

  public String title() {
    return identity.title();
  }

  /**
   * The time of the step, with its earlier repeats, that is counted when a process begins with it.
   */
  public long countedNanos() {
    return goal.earlierNanos() + reached.nanos();
  }
}

package io.ibench.measure;

import java.util.Optional;

/**
 * Something that a workload counts besides its operations. Immutable.
 *
 * @param name its name in results
 * @param rate the name of a figure in results: its growth per second in a step that loads; empty:
 *     no such figure
 * @param definition what it counts, in one line
 */
public record WorkloadCounter(String name, Optional<String> rate, String definition) {

  /** A counter without a rate. */
  public static WorkloadCounter of(String name, String definition) {
    return new WorkloadCounter(name, Optional.empty(), definition);
  }

  /** The same counter, whose growth per second is a figure. */
  public WorkloadCounter withRate(String figure) {
    return new WorkloadCounter(name, Optional.of(figure), definition);
  }
}

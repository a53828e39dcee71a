package io.ibench.measure;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * How a step ended. Immutable.
 *
 * @param failure the reason why the step ended early, if it did
 * @param workersLost workers that ended early without being stopped
 * @param firstFailures the first failed operation of each kind of failure, in the order of time
 * @param operationsLeft operations of its goal that were not begun when its time was over
 * @param rate what was known of its rate; empty without a {@link RateGoal}
 */
@RecordBuilder
public record StepEnding(
    boolean interrupted,
    Optional<String> failure,
    long workersLost,
    List<FirstFailure> firstFailures,
    long operationsLeft,
    Optional<RateEnd> rate) {

  /** Of a step that has had its time, or that goes on. */
  public static final StepEnding NORMAL =
      new StepEnding(false, Optional.empty(), 0, List.of(), 0, Optional.empty());

  public StepEnding {
    firstFailures = List.copyOf(firstFailures);
  }
}

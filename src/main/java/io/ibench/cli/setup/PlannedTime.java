package io.ibench.cli.setup;

import io.ibench.report.figures.Durations;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How long the steps of a plan take, as far as that is known before they run. Immutable.
 *
 * @param nanos of the steps whose length is known: by their time, or by their number of rows or
 *     operations and their target rate
 * @param unknown the others, with their longest time where they have one
 */
public record PlannedTime(long nanos, List<String> unknown) {

  public PlannedTime {
    unknown = List.copyOf(unknown);
  }

  /**
   * The time of a plan.
   *
   * @param loadSeconds of load and index, if an earlier run tells
   */
  public static PlannedTime of(Plan plan, OptionalDouble loadSeconds) {
    long nanos = 0;
    List<String> unknown = new ArrayList<>();
    for (Step step : plan.steps()) {
      if (step instanceof Step.Action action) {
        nanos += action.atLeastNanos();
      } else if (step instanceof Step.Work work) {
        OptionalLong expected = work.expectedNanos();
        if (expected.isPresent()) {
          nanos += expected.getAsLong();
        } else if (step.use() == TableUse.LOADS && loadSeconds.isPresent()) {
          nanos += Math.round(loadSeconds.getAsDouble() * 1e9);
        } else {
          unknown.add(step.name() + most(work));
        }
      }
    }
    return new PlannedTime(nanos, unknown);
  }

  private static String most(Step.Work work) {
    return work.lengthNanos().isPresent()
        ? " (at most " + Durations.planned(work.lengthNanos().getAsLong()) + ")"
        : "";
  }

  /** Such as {@code what load, l.i1 take}; empty if all is known. */
  public static String unknown(List<String> steps) {
    return steps.isEmpty()
        ? ""
        : "what " + String.join(", ", steps) + (steps.size() == 1 ? " takes" : " take");
  }
}

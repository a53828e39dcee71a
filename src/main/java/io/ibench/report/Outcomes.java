package io.ibench.report;

import io.ibench.measure.StepResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How a run went as a whole, from its steps. */
final class Outcomes {

  private Outcomes() {}

  /** running, done, failed or interrupted. */
  static String state(List<StepResult> results, boolean ended) {
    boolean failed =
        results.stream().anyMatch(r -> r.failure().isPresent() || !r.problems().isEmpty());
    if (failed) {
      return "failed";
    }
    if (results.stream().anyMatch(StepResult::interrupted)) {
      return "interrupted";
    }
    return ended ? "done" : "running";
  }

  /** Why metrics have no value, each once. */
  static Map<String, String> absent(List<StepResult> results) {
    Map<String, String> reasons = new TreeMap<>();
    for (StepResult result : results) {
      reasons.putAll(result.whole().end().absent());
    }
    return reasons;
  }
}

package io.ibench.compare;

import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which of a step's repeats is compared. Stateless. */
public final class ComparedSteps {

  private ComparedSteps() {}

  /** A run's steps by their names, in its order; of repeats the last one of which there is any. */
  public static Map<String, Step> of(RunReport run) {
    Map<String, Step> steps = new LinkedHashMap<>();
    run.steps().forEach(step -> steps.merge(step.name(), step, ComparedSteps::later));
    return steps;
  }

  private static Step later(Step step, Step next) {
    return isMeasured(next) || !isMeasured(step) ? next : step;
  }

  private static boolean isMeasured(Step step) {
    Number seconds = step.whole().figures().get("seconds");
    return seconds != null && seconds.doubleValue() > 0;
  }
}

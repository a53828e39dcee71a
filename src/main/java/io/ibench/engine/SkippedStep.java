package io.ibench.engine;

import io.ibench.measure.Period;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Step;
import java.util.List;

/**
 * A step that failed before it began. It has a result all the same, without length, so that the
 * reason stands where reasons are looked for.
 */
final class SkippedStep {

  private SkippedStep() {}

  /** Tells the listener of it; the run's failure is its own. */
  static StepResult tell(StepContext context, Step step) {
    StepStart start = start(context, step);
    StepResult result =
        new StepResult(
            start,
            nothing(context, start),
            0,
            List.of(),
            List.of(),
            List.of(),
            false,
            context.control().failure(),
            0);
    context.listener().stepStarted(start);
    context.listener().stepEnded(result);
    return result;
  }

  private static StepStart start(StepContext context, Step step) {
    long epochMillis = context.clock().epochMillis();
    return step instanceof Step.Action action
        ? ActionRun.start(action, epochMillis)
        : WorkRun.start((Step.Work) step, 1, epochMillis);
  }

  private static PeriodResult nothing(StepContext context, StepStart start) {
    long now = context.clock().nanoTime();
    return new Period(
            context.shape(start.clients(), start.paced()),
            now,
            start.startEpochMillis(),
            context.settings().intervalNanos(),
            Readings.NONE)
        .close(now, start.startEpochMillis(), Readings.NONE, false);
  }
}

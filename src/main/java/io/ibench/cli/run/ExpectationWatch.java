package io.ibench.cli.run;

import io.ibench.cli.setup.ExpectationKeys;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.Expectation;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Ends a run at the end of a report period that breaks an expected rate, from {@code abort_after}
 * on. Not thread-safe; confined to the coordinating thread.
 */
final class ExpectationWatch implements RunListener {

  private final ExpectationKeys.Expectations expectations;
  private final List<Role> roles;
  private final Consumer<String> endRun;

  /**
   * @param endRun ends the run for a reason; only the first call counts
   */
  ExpectationWatch(
      ExpectationKeys.Expectations expectations, List<Role> roles, Consumer<String> endRun) {
    this.expectations = expectations;
    this.roles = roles;
    this.endRun = endRun;
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    // Only report periods count: one slow second must not end a run.
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    Long after = expectations.abortAfterNanos().get(step.name());
    boolean stepGoesOn = soFar.partial();
    if (after == null || !stepGoesOn || soFar.nanos() < after) {
      return;
    }
    for (Expectation each : expectations.all()) {
      OptionalDouble rate =
          each.step().equals(step.name()) ? each.rate(period, roles) : OptionalDouble.empty();
      if (rate.isPresent() && !each.holds(rate.getAsDouble())) {
        endRun.accept(
            String.format(
                Locale.ROOT,
                "%s is %s in the last report period, expected %s;"
                    + " expect.%s.abort_after ends the run",
                each.name(),
                each.shown(rate.getAsDouble()),
                each.expected(),
                step.name()));
      }
    }
  }
}

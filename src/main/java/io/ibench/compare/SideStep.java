package io.ibench.compare;

import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One step of one side, in each of its runs. Immutable.
 *
 * @param steps the step in each of the side's runs, in their order
 * @param series the time series of each run
 */
record SideStep(Side side, List<Step> steps, List<RunSeries> series) {

  /** The figure in each run; NaN for a run without it. */
  List<Double> perRun(ComparedFigure figure) {
    return steps.stream().map(figure.value()::applyAsDouble).toList();
  }

  /** The figure in each run that has it. */
  double[] values(ComparedFigure figure) {
    return steps.stream().mapToDouble(figure.value()).filter(Double::isFinite).toArray();
  }

  /** The mean of the runs that have it; NaN if no run has it. */
  double value(ComparedFigure figure) {
    return Arrays.stream(values(figure)).average().orElse(Double.NaN);
  }

  boolean isSingleRun() {
    return steps.size() == 1;
  }

  StepComparison.State state() {
    List<String> leftOut = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (int run = 0; run < steps.size(); run++) {
      Step step = steps.get(run);
      String about = isSingleRun() ? "" : side.runs().get(run).report().id() + ": ";
      leftOut(step).ifPresent(why -> leftOut.add(about + why));
      step.reasons().forEach(reason -> reasons.add(about + reason));
    }
    return new StepComparison.State(
        steps.stream().flatMap(step -> step.verdict().stream()).reduce(Verdict::with),
        leftOut.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", leftOut)),
        List.copyOf(reasons));
  }

  private static Optional<String> leftOut(Step step) {
    if (step.state() != RunState.DONE) {
      return Optional.of(
          "it did not come to its end (" + step.state().name().toLowerCase(Locale.ROOT) + ")");
    }
    Optional<StoredTarget> missed =
        step.targets().stream().filter(target -> !target.sustained()).findFirst();
    if (missed.isPresent()) {
      return missed.map(SideStep::missed);
    }
    return step.verdict().filter(verdict -> verdict == Verdict.INVALID).map(any -> invalid(step));
  }

  private static String missed(StoredTarget target) {
    String reached =
        target
            .share()
            .map(share -> String.format(Locale.ROOT, " (%.0f %%)", 100 * share.doubleValue()))
            .orElse("");
    return String.format(
        "it did not hold its target rate%s: %s %s/s",
        reached, NumberText.figure(target.perSecond()), target.counts().replace('_', ' '));
  }

  private static String invalid(Step step) {
    return "it is INVALID" + (step.reasons().isEmpty() ? "" : ": " + step.reasons().get(0));
  }
}

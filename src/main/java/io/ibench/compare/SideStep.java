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
import java.util.stream.Stream;

/**
 * One step of one side, in each of its runs. Immutable.
 *
 * @param steps the repeats of the step in each of the side's runs, in their order
 * @param series the time series of each run
 */
record SideStep(Side side, List<List<Step>> steps, List<RunSeries> series) {

  /** All repeats of all runs. */
  Stream<Step> all() {
    return steps.stream().flatMap(List::stream);
  }

  /**
   * The figure in each run: the {@link ComparedFigure#weight weighted} mean of the repeats that
   * have it, or the last one's if it is a figure of the end of a step; NaN for a run without it.
   */
  List<Double> perRun(ComparedFigure figure) {
    return steps.stream().map(repeats -> ofRun(repeats, figure)).toList();
  }

  static double ofRun(List<Step> repeats, ComparedFigure figure) {
    if (figure.isAtEnd()) {
      return figure.value().applyAsDouble(repeats.get(repeats.size() - 1));
    }
    boolean weighted = repeats.stream().allMatch(each -> figure.weight(each) > 0);
    double sum = 0;
    double weights = 0;
    for (Step repeat : repeats) {
      double value = figure.value().applyAsDouble(repeat);
      double weight = weighted ? figure.weight(repeat) : 1;
      if (Double.isFinite(value)) {
        sum += value * weight;
        weights += weight;
      }
    }
    return weights == 0 ? Double.NaN : sum / weights;
  }

  private static double[] known(List<Step> repeats, ComparedFigure figure) {
    return repeats.stream().mapToDouble(figure.value()).filter(Double::isFinite).toArray();
  }

  /** The figure in each repeat of each run; NaN for a repeat without it. */
  List<List<Double>> perRepeat(ComparedFigure figure) {
    return steps.stream()
        .map(repeats -> repeats.stream().map(figure.value()::applyAsDouble).toList())
        .toList();
  }

  /** The figure in each run that has it. */
  double[] values(ComparedFigure figure) {
    return perRun(figure).stream()
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite)
        .toArray();
  }

  /**
   * The figure in each repeat of a single run, if these are enough to show how much it varies; none
   * otherwise.
   */
  Optional<double[]> replicates(ComparedFigure figure) {
    double[] values = known(steps.get(0), figure);
    return isSingleRun() && values.length >= Noise.MIN_RUNS && !figure.isAtEnd()
        ? Optional.of(values)
        : Optional.empty();
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
      List<Step> repeats = steps.get(run);
      String about = isSingleRun() ? "" : side.runs().get(run).report().id() + ": ";
      repeats.stream()
          .flatMap(step -> leftOut(step).map(why -> repeat(repeats, step) + why).stream())
          .findFirst()
          .ifPresent(why -> leftOut.add(about + why));
      for (Step step : repeats) {
        step.reasons().forEach(reason -> reasons.add(about + repeat(repeats, step) + reason));
      }
    }
    return new StepComparison.State(
        all().flatMap(step -> step.verdict().stream()).reduce(Verdict::with),
        leftOut.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", leftOut)),
        List.copyOf(reasons));
  }

  private static String repeat(List<Step> repeats, Step step) {
    return repeats.size() == 1 ? "" : "repeat " + step.repeat() + ": ";
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
        Locale.ROOT,
        "it did not hold its target rate%s: %s %s/s",
        reached,
        NumberText.figure(target.perSecond()),
        target.counts().replace('_', ' '));
  }

  private static String invalid(Step step) {
    return "it is INVALID" + (step.reasons().isEmpty() ? "" : ": " + step.reasons().get(0));
  }
}

package io.ibench.verdict;

import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How a step's figures changed while it ran. A pure function of the step. docs/verdicts.md explains
 * how trends and changes are separated from noise.
 */
public final class Drift {

  /** A smaller change over the whole time, or of a level, is not reported. */
  public static final double MIN_CHANGE_PERCENT = 1;

  /** Of a shorter step nothing is said: how it starts is too large a part of it. */
  static final double MIN_SECONDS = 60;

  /** Percentages of a first value below this share of the median would be of almost nothing. */
  private static final double MIN_FIRST_SHARE = 0.1;

  /** Standard normal deviate of a trend's Mann-Kendall test: 99 %, both sides. */
  public static final double MIN_SIGNIFICANCE = 2.58;

  /** Longer series are reduced to means of neighbours. */
  static final int MAX_POINTS = 200;

  private final Quantity quantity;
  private final FigureSeries series;
  private final StepTime time;
  private final List<String> sentences = new ArrayList<>();

  private Drift(Quantity quantity, FigureSeries series, StepTime time) {
    this.quantity = quantity;
    this.series = series;
    this.time = time;
  }

  /**
   * One sentence with numbers for each trend and change of a figure; no sentence if nothing
   * changed, if there are too few points, or if the step is shorter than {@link #MIN_SECONDS}.
   *
   * @param roles of the operations, by number
   * @param gapsAtNanos the times of the step at which it was resumed: each part between two of them
   *     has sentences of its own, as a gap may change every level
   */
  public static List<String> sentences(StepResult step, List<Role> roles, List<Long> gapsAtNanos) {
    List<String> sentences = new ArrayList<>();
    double seconds = step.whole().seconds();
    if (seconds < MIN_SECONDS) {
      return List.of();
    }
    double from = 0;
    for (int part = 0; part <= gapsAtNanos.size(); part++) {
      boolean last = part == gapsAtNanos.size();
      double to = last ? seconds : gapsAtNanos.get(part) / 1e9;
      String when =
          gapsAtNanos.isEmpty()
              ? ""
              : String.format(Locale.ROOT, "from %,.0f to %,.0f s: ", from, to);
      new DriftingFigures(step, roles, from, last ? Double.POSITIVE_INFINITY : to)
          .all()
          .forEach(
              (quantity, series) ->
                  sentences(quantity, series, seconds)
                      .forEach(sentence -> sentences.add(when + sentence)));
      from = to;
    }
    return List.copyOf(sentences);
  }

  /** The same for a step without gaps. */
  public static List<String> sentences(StepResult step, List<Role> roles) {
    return sentences(step, roles, List.of());
  }

  /** {@code seconds}: the length of the step. */
  static List<String> sentences(Quantity quantity, FigureSeries series, double seconds) {
    if (series.size() < ChangeModel.MIN_TREND) {
      return List.of();
    }
    FigureSeries thinned = series.thinned(MAX_POINTS);
    Drift drift = new Drift(quantity, thinned, StepTime.of(seconds, thinned));
    drift.describe(ChangeModel.of(thinned.withoutOutliers()));
    return drift.sentences;
  }

  private void describe(ChangeModel course) {
    int n = series.size();
    switch (course.kind()) {
      case FLAT -> {}
      case TREND -> describeTrend(Trend.of(series), "");
      case TREND_AFTER -> {
        int place = course.places().get(0);
        describeTrend(Trend.of(series.part(place, n)), " after " + time.at(series.boundary(place)));
      }
      case TREND_UNTIL -> {
        int place = course.places().get(0);
        describeTrend(Trend.of(series.part(0, place)), " until " + time.at(series.boundary(place)));
      }
      case STEP, TWO_STEPS -> describeSteps(course.places());
      case STEP_AND_TREND -> describeStepAndTrend(course.places(), course.jump());
    }
  }

  private boolean describeTrend(Trend trend, String when) {
    double first = trend.atStart();
    double median = series.median();
    double level = Math.abs(first) < MIN_FIRST_SHARE * Math.abs(median) ? median : first;
    boolean reported =
        Math.abs(trend.significance()) > MIN_SIGNIFICANCE
            && isLarge(trend.slope() * trend.length(), level);
    if (reported) {
      sentences.add(quantity.trend(trend.slope() * time.unitSeconds(), level, time.unit(), when));
    }
    return reported;
  }

  private static boolean isLarge(double change, double level) {
    return level != 0 && Math.abs(100 * change / level) > MIN_CHANGE_PERCENT;
  }

  private void describeSteps(List<Integer> places) {
    int from = 0;
    for (int i = 0; i < places.size(); i++) {
      int place = places.get(i);
      int to = i + 1 < places.size() ? places.get(i + 1) : series.size();
      describeStep(series.part(from, place).median(), series.part(place, to).median(), place);
      from = place;
    }
  }

  private void describeStep(double before, double after, int place) {
    if (isLarge(after - before, before == 0 ? after : before)) {
      sentences.add(quantity.step(before, after, time.at(series.boundary(place))));
    }
  }

  /** Describes a trend through the values without the jump; if it is too small, only the levels. */
  private void describeStepAndTrend(List<Integer> places, double jump) {
    int place = places.get(0);
    double[] values = series.values();
    double[] joined = values.clone();
    Arrays.setAll(joined, i -> i < place ? values[i] : values[i] - jump);
    Trend trend = Trend.of(series.with(joined));
    if (describeTrend(trend, "")) {
      double before =
          trend.atStart() + trend.slope() * (series.boundary(place) - series.seconds()[0]);
      describeStep(before, before + jump, place);
    } else {
      describeSteps(places);
    }
  }
}

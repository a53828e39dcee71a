package io.ibench.verdict;

import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a step's figures changed while it ran. A pure function: the same step gives the same
 * sentences. docs/verdicts.md says how trends and changes are told from noise.
 */
public final class Drift {

  /** Change over its whole time, or of a level, below which nothing is said. */
  public static final double LEAST_CHANGE_PERCENT = 1;

  /** Standard normal deviate of a trend's Mann-Kendall test: 99 %, both sides. */
  public static final double LEAST_SIGNIFICANCE = 2.58;

  /** Of a series; more are put together. */
  static final int MOST_POINTS = 200;

  private final Quantity quantity;
  private final Series series;
  private final StepTime time;
  private final List<String> sentences = new ArrayList<>();

  private Drift(Quantity quantity, Series series, StepTime time) {
    this.quantity = quantity;
    this.series = series;
    this.time = time;
  }

  /**
   * One sentence with numbers for each trend and change of a figure; none where nothing did, or
   * where there is too little to tell.
   *
   * @param roles of the operations, by number
   */
  public static List<String> sentences(StepResult step, List<Role> roles) {
    List<String> sentences = new ArrayList<>();
    double seconds = step.whole().seconds();
    new DriftingFigures(step, roles)
        .all()
        .forEach((quantity, series) -> sentences.addAll(sentences(quantity, series, seconds)));
    return List.copyOf(sentences);
  }

  /** {@code seconds}: the whole step. */
  static List<String> sentences(Quantity quantity, Series series, double seconds) {
    if (series.size() < Course.LEAST_TREND) {
      return List.of();
    }
    Series thinned = series.thinned(MOST_POINTS);
    Drift drift = new Drift(quantity, thinned, StepTime.of(seconds, thinned));
    drift.describe(Course.of(Outliers.replaced(thinned)));
    return drift.sentences;
  }

  private void describe(Course course) {
    int n = series.size();
    switch (course.kind()) {
      case FLAT -> {}
      case TREND -> describeTrend(Trend.of(series), "");
      case TREND_AFTER -> {
        int place = course.places().get(0);
        describeTrend(Trend.of(series.part(place, n)), " after " + time.at(series.border(place)));
      }
      case TREND_UNTIL -> {
        int place = course.places().get(0);
        describeTrend(Trend.of(series.part(0, place)), " until " + time.at(series.border(place)));
      }
      case STEP, TWO_STEPS -> describeSteps(course.places());
      case STEP_AND_TREND -> describeStepAndTrend(course.places(), course.jump());
    }
  }

  private boolean describeTrend(Trend trend, String when) {
    double level = trend.atStart() == 0 ? series.median() : trend.atStart();
    boolean told =
        Math.abs(trend.significance()) > LEAST_SIGNIFICANCE
            && isLarge(trend.slope() * trend.length(), level);
    if (told) {
      sentences.add(quantity.trend(trend.slope() * time.unitSeconds(), level, time.unit(), when));
    }
    return told;
  }

  private static boolean isLarge(double change, double level) {
    return level != 0 && Math.abs(100 * change / level) > LEAST_CHANGE_PERCENT;
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
      sentences.add(quantity.step(before, after, time.at(series.border(place))));
    }
  }

  /** Without the jump the trend is one line; a trend too small to tell leaves the levels. */
  private void describeStepAndTrend(List<Integer> places, double jump) {
    int place = places.get(0);
    double[] values = series.values();
    double[] joined = values.clone();
    Arrays.setAll(joined, i -> i < place ? values[i] : values[i] - jump);
    Trend trend = Trend.of(series.with(joined));
    if (describeTrend(trend, "")) {
      double before =
          trend.atStart() + trend.slope() * (series.border(place) - series.seconds()[0]);
      describeStep(before, before + jump, place);
    } else {
      describeSteps(places);
    }
  }
}

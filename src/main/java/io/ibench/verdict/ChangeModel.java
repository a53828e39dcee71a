package io.ibench.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * The simplest model that explains a series: the one with the smallest n ln(residual) plus a price
 * for each term and each change point (as in Schwarz' criterion, with prices that keep it from
 * explaining noise). Immutable.
 *
 * @param places the change points: the first points after each change
 * @param jump of {@link ChangeKind#STEP_AND_TREND}
 */
record ChangeModel(ChangeKind kind, List<Integer> places, double jump) {

  /** Points that a level needs. */
  static final int MIN_LEVEL = 3;

  /** Points that a trend needs. */
  static final int MIN_TREND = 6;

  /** Points that a series with change points needs. */
  private static final int MIN_WITH_PLACES = 12;

  /** The price of one term: 2.65 standard deviations, squared. */
  private static final double TERM_PRICE = 7;

  /** The price of a change point; with its term far beyond the 1 % point of Andrews (1993). */
  private static final double PLACE_PRICE = 12;

  /** A residual below this share of the values is rounding. */
  private static final double ROUNDING = 1e-6;

  enum ChangeKind {
    FLAT,
    TREND,
    STEP,
    TREND_AFTER,
    TREND_UNTIL,
    STEP_AND_TREND,
    TWO_STEPS
  }

  static ChangeModel of(FigureSeries series) {
    Search search = new Search(series);
    search.offer(ChangeKind.TREND, List.of(), search.squares.of(series.seconds()));
    if (series.size() >= MIN_WITH_PLACES) {
      search.findPlaces();
    }
    return search.best;
  }

  /** One search. Not thread-safe. */
  private static final class Search {

    private final FigureSeries series;
    private final LeastSquares squares;
    private final int n;
    private final double constant;
    private final double smallest;
    private ChangeModel best = new ChangeModel(ChangeKind.FLAT, List.of(), 0);
    private double bestGain;

    Search(FigureSeries series) {
      this.series = series;
      this.squares = new LeastSquares(series.values());
      this.n = series.size();
      double size = Arrays.stream(series.values()).map(Math::abs).average().orElse(0);
      this.smallest = Math.max(n * Math.pow(ROUNDING * size, 2), Double.MIN_NORMAL);
      this.constant = Math.max(squares.constant().residual(), smallest);
    }

    void offer(ChangeKind kind, List<Integer> places, LeastSquares.Fit fit) {
      double price = TERM_PRICE * fit.coefficients().length + PLACE_PRICE * places.size();
      double gain = n * Math.log(constant / Math.max(fit.residual(), smallest)) - price;
      if (gain > bestGain) {
        bestGain = gain;
        best = new ChangeModel(kind, places, fit.coefficients()[0]);
      }
    }

    void findPlaces() {
      int step = place(MIN_LEVEL, n - MIN_LEVEL, place -> squares.of(stepAt(place)));
      offer(ChangeKind.STEP, List.of(step), squares.of(stepAt(step)));
      int after = place(MIN_LEVEL, n - MIN_TREND, place -> squares.of(growingAfter(place)));
      offer(ChangeKind.TREND_AFTER, List.of(after), squares.of(growingAfter(after)));
      int until = place(MIN_TREND, n - MIN_LEVEL, place -> squares.of(growingUntil(place)));
      offer(ChangeKind.TREND_UNTIL, List.of(until), squares.of(growingUntil(until)));
      int onTrend = place(MIN_LEVEL, n - MIN_LEVEL, this::stepAndTrend);
      offer(ChangeKind.STEP_AND_TREND, List.of(onTrend), stepAndTrend(onTrend));
      int second = secondPlace(step);
      int first = secondPlace(second);
      offer(
          ChangeKind.TWO_STEPS,
          List.of(Math.min(first, second), Math.max(first, second)),
          squares.of(stepAt(first), stepAt(second)));
    }

    /** The best change point in a range, inclusive. */
    private int place(int from, int to, IntFunction<LeastSquares.Fit> fit) {
      int found = from;
      double min = Double.POSITIVE_INFINITY;
      for (int place = from; place <= to; place++) {
        double residual = fit.apply(place).residual();
        if (residual < min) {
          min = residual;
          found = place;
        }
      }
      return found;
    }

    /** The best second change point. */
    private int secondPlace(int other) {
      return place(
          MIN_LEVEL,
          n - MIN_LEVEL,
          place ->
              Math.abs(place - other) < MIN_LEVEL
                  ? new LeastSquares.Fit(Double.POSITIVE_INFINITY)
                  : squares.of(stepAt(other), stepAt(place)));
    }

    private LeastSquares.Fit stepAndTrend(int place) {
      return squares.of(stepAt(place), series.seconds());
    }

    private double[] stepAt(int place) {
      double[] term = new double[n];
      Arrays.fill(term, place, n, 1);
      return term;
    }

    private double[] growingAfter(int place) {
      double boundary = series.boundary(place);
      return times(second -> Math.max(0, second - boundary));
    }

    private double[] growingUntil(int place) {
      double boundary = series.boundary(place);
      return times(second -> Math.min(second, boundary));
    }

    private double[] times(DoubleUnaryOperator of) {
      double[] term = new double[n];
      for (int i = 0; i < n; i++) {
        term[i] = of.applyAsDouble(series.seconds()[i]);
      }
      return term;
    }
  }
}

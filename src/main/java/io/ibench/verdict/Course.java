package io.ibench.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * The simplest course that explains a series: the one with the least n ln(residual) plus a price
 * for each term and each place that it needs (as Schwarz' criterion has it, with prices that keep
 * noise from being explained).
 *
 * @param places the points from which on something is different
 * @param jump of {@link Kind#STEP_AND_TREND}
 */
record Course(Kind kind, List<Integer> places, double jump) {

  /** Points that a level needs. */
  static final int LEAST_LEVEL = 3;

  /** Points that a trend needs. */
  static final int LEAST_TREND = 6;

  /** Points of a series in which places are looked for. */
  private static final int LEAST_WITH_PLACES = 12;

  /** Of one term: 2.65 standard deviations, squared. */
  private static final double TERM_PRICE = 7;

  /** Of a place that may be anywhere; with its term far beyond the 1 % point of Andrews (1993). */
  private static final double PLACE_PRICE = 12;

  /** Part of the values below which a residual is rounding. */
  private static final double ROUNDING = 1e-6;

  /** What may happen. */
  enum Kind {
    FLAT,
    TREND,
    STEP,
    TREND_AFTER,
    TREND_UNTIL,
    STEP_AND_TREND,
    TWO_STEPS
  }

  static Course of(Series series) {
    Search search = new Search(series);
    search.offer(Kind.TREND, List.of(), search.squares.of(series.seconds()));
    if (series.size() >= LEAST_WITH_PLACES) {
      search.lookForPlaces();
    }
    return search.best;
  }

  /** One search, on one thread. */
  private static final class Search {

    private final Series series;
    private final LeastSquares squares;
    private final int n;
    private final double constant;
    private final double smallest;
    private Course best = new Course(Kind.FLAT, List.of(), 0);
    private double bestGain;

    Search(Series series) {
      this.series = series;
      this.squares = new LeastSquares(series.values());
      this.n = series.size();
      double size = Arrays.stream(series.values()).map(Math::abs).average().orElse(0);
      this.smallest = Math.max(n * Math.pow(ROUNDING * size, 2), Double.MIN_NORMAL);
      this.constant = Math.max(squares.constant().residual(), smallest);
    }

    void offer(Kind kind, List<Integer> places, LeastSquares.Fit fit) {
      double price = TERM_PRICE * fit.coefficients().length + PLACE_PRICE * places.size();
      double gain = n * Math.log(constant / Math.max(fit.residual(), smallest)) - price;
      if (gain > bestGain) {
        bestGain = gain;
        best = new Course(kind, places, fit.coefficients()[0]);
      }
    }

    void lookForPlaces() {
      int step = place(LEAST_LEVEL, n - LEAST_LEVEL, place -> squares.of(stepAt(place)));
      offer(Kind.STEP, List.of(step), squares.of(stepAt(step)));
      int after = place(LEAST_LEVEL, n - LEAST_TREND, place -> squares.of(growingAfter(place)));
      offer(Kind.TREND_AFTER, List.of(after), squares.of(growingAfter(after)));
      int until = place(LEAST_TREND, n - LEAST_LEVEL, place -> squares.of(growingUntil(place)));
      offer(Kind.TREND_UNTIL, List.of(until), squares.of(growingUntil(until)));
      int onTrend = place(LEAST_LEVEL, n - LEAST_LEVEL, this::stepAndTrend);
      offer(Kind.STEP_AND_TREND, List.of(onTrend), stepAndTrend(onTrend));
      int second = secondPlace(step);
      int first = secondPlace(second);
      offer(
          Kind.TWO_STEPS,
          List.of(Math.min(first, second), Math.max(first, second)),
          squares.of(stepAt(first), stepAt(second)));
    }

    /** The best one in a range, both ends included. */
    private int place(int from, int to, IntFunction<LeastSquares.Fit> fit) {
      int found = from;
      double least = Double.POSITIVE_INFINITY;
      for (int place = from; place <= to; place++) {
        double residual = fit.apply(place).residual();
        if (residual < least) {
          least = residual;
          found = place;
        }
      }
      return found;
    }

    /** The best one beside another one. */
    private int secondPlace(int other) {
      return place(
          LEAST_LEVEL,
          n - LEAST_LEVEL,
          place ->
              Math.abs(place - other) < LEAST_LEVEL
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
      double border = series.border(place);
      return times(second -> Math.max(0, second - border));
    }

    private double[] growingUntil(int place) {
      double border = series.border(place);
      return times(second -> Math.min(second, border));
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

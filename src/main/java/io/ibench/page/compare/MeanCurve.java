package io.ibench.page.compare;

import io.ibench.report.figures.FigureInputs;
import io.ibench.report.figures.Formula;
import io.ibench.series.Curve;

/** A figure over the time of a step: of each interval, or the means of hours. Not thread-safe. */
final class MeanCurve {

  /** Lines of longer steps show the means of hours. */
  static final double LONG_SECONDS = 12 * 3600.0;

  private static final double HOUR_SECONDS = 3600;

  private final Curve curve;
  private final boolean hourly;
  private double hour = -1;
  private double from;
  private double to;
  private double dividend;
  private double divisor;

  private MeanCurve(Curve curve, boolean hourly) {
    this.curve = curve;
    this.hourly = hourly;
  }

  /**
   * An empty line.
   *
   * @param hourly it shows the means of hours
   * @param maxPoints the approximate number of points to keep
   */
  static MeanCurve of(boolean hourly, int maxPoints) {
    return new MeanCurve(hourly ? Curve.stepped(maxPoints) : new Curve(maxPoints), hourly);
  }

  /** Adds the figure of an interval; intervals come in order. */
  void add(double begin, double end, Formula formula, FigureInputs interval) {
    if (!hourly) {
      curve.add(begin, end, formula.of(interval));
      return;
    }
    double now = Math.floor((begin + end) / 2 / HOUR_SECONDS);
    if (now != hour) {
      closeHour();
      hour = now;
      from = begin;
    }
    to = end;
    double amount = formula.dividend(interval);
    double by = formula.divisorOf(interval);
    if (Double.isFinite(amount) && Double.isFinite(by)) {
      dividend += amount;
      divisor += by;
    }
  }

  /** An hour without a known figure is a gap. */
  private void closeHour() {
    if (hour >= 0) {
      curve.add(from, to, divisor > 0 ? dividend / divisor : Double.NaN);
    }
    dividend = 0;
    divisor = 0;
    hour = -1;
  }

  /** The line after the last interval. */
  Curve curve() {
    closeHour();
    return curve;
  }
}

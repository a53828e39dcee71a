package io.ibench.random;

import java.util.Arrays;

/**
 * The distribution of links per object in a social graph, computed from published figures only:
 * shares and percentiles of the LinkBench data of 2011 and of 2017. Between the published points
 * the share of objects with more links follows a power law.
 */
public final class PublishedDegrees {
  /**
   * Published: so many objects of 100 have at most 0, 1, 2, 3, 5 links; p99, p99.9, p99.99, max.
   */
  private static final long[] VALUES_2011 = {0, 1, 2, 3, 5, 15, 264, 6_051, 961_963};

  private static final double[] PERCENTS_2011 = {
    45.3316, 77.4626, 86.9581, 91.9931, 95.8281, 99, 99.9, 99.99, 100
  };
  private static final double MEAN_2011 = 4.0973;

  /** Published: no object has 0; so many of 100 have at most 1, 2, 3; p99, p99.9, p99.99, max. */
  private static final long[] VALUES_2017 = {1, 2, 3, 22, 300, 2_940, 4_181_357};

  private static final double[] PERCENTS_2017 = {79.7470, 90.5131, 94.4355, 99, 99.9, 99.99, 100};
  private static final double MEAN_2017 = 3.8526;

  /** The factor between interpolated values; they differ by 1 at least. */
  private static final double SPACING = 1.06;

  /** Bounds for the last segment's exponent: a smaller exponent makes a larger mean. */
  private static final double FLATTEST = 0.01;

  private static final double STEEPEST = 10;
  private static final int HALVINGS = 60;

  private PublishedDegrees() {}

  /** Links per object in 2011: 0 .. 961,963, mean 4.0973. */
  public static PiecewiseCdf y2011() {
    return fit(VALUES_2011, PERCENTS_2011, MEAN_2011);
  }

  /** Links per object in 2017: 1 .. 4,181,357, mean 3.8526. */
  public static PiecewiseCdf y2017() {
    return fit(VALUES_2017, PERCENTS_2017, MEAN_2017);
  }

  private static PiecewiseCdf fit(long[] knownValues, double[] knownPercents, double mean) {
    double flat = FLATTEST;
    double steep = STEEPEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (flat + steep) / 2;
      if (curve(knownValues, knownPercents, middle).mean() > mean) {
        flat = middle;
      } else {
        steep = middle;
      }
    }
    return curve(knownValues, knownPercents, steep);
  }

  /**
   * The published points and the points between them. The last segment ends at a share of 0, which
   * no power law reaches: its exponent is free, and the mean determines it.
   */
  private static PiecewiseCdf curve(long[] knownValues, double[] knownPercents, double exponent) {
    long[] values = grid(knownValues);
    double[] percents = new double[values.length];
    int known = 0;
    for (int point = 0; point < values.length; point++) {
      if (values[point] == knownValues[known]) {
        percents[point] = knownPercents[known++];
        continue;
      }
      double from = 100 - knownPercents[known - 1];
      double to = 100 - knownPercents[known];
      double x = (double) values[point] / knownValues[known - 1];
      double end = (double) knownValues[known] / knownValues[known - 1];
      double above = to > 0 ? powerLaw(x, end, from, to) : from * bounded(x, end, exponent);
      percents[point] = 100 - above;
    }
    return PiecewiseCdf.of(values, percents);
  }

  /** Falls from from at x = 1 to to at x = end. */
  private static double powerLaw(double x, double end, double from, double to) {
    double exponent = StrictMath.log(to / from) / StrictMath.log(end);
    return from * StrictMath.pow(x, exponent);
  }

  /** The bounded Pareto distribution: falls from 1 at x = 1 to 0 at x = end. */
  private static double bounded(double x, double end, double exponent) {
    double atEnd = StrictMath.pow(end, -exponent);
    return (StrictMath.pow(x, -exponent) - atEnd) / (1 - atEnd);
  }

  private static long[] grid(long[] knownValues) {
    long[] values = new long[1024];
    int count = 0;
    for (int known = 0; known < knownValues.length - 1; known++) {
      long end = knownValues[known + 1];
      for (long v = knownValues[known]; v < end; v = Math.max(v + 1, Math.round(v * SPACING))) {
        values[count++] = v;
      }
    }
    values[count++] = knownValues[knownValues.length - 1];
    return Arrays.copyOf(values, count);
  }
}

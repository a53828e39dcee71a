package io.ibench.page;

import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The y-axis of a small chart. Immutable.
 *
 * @param low its lower end
 * @param high its upper end, above {@code low}
 * @param ticks two or three round values between both; empty if no value is known
 */
record SmallScale(double low, double high, List<Tick> ticks) {

  /** Of larger numbers no sum can be built that is safe to draw. */
  private static final double MAX_SIZE = 1e300;

  /** Noise that is smaller than this share of the values must not look like cliffs. */
  private static final double LEAST_SPAN = 0.02;

  /** If the least value is below this share of the largest one, 0 is near. */
  private static final double NEAR_ZERO = 0.5;

  private static final double MARGIN = 0.06;

  /** Larger numbers would leave no room for the chart. */
  private static final double MAX_PLAIN = 1e9;

  private static final int MAX_DECIMALS = 6;

  /** A value and its text. */
  record Tick(double value, String text) {}

  /** Whether a value can be drawn. */
  static boolean isKnown(double value) {
    return Math.abs(value) < MAX_SIZE;
  }

  /** An axis for all known values among these. */
  static SmallScale of(DoubleStream all) {
    double[] known = all.filter(SmallScale::isKnown).toArray();
    if (known.length == 0) {
      return new SmallScale(0, 1, List.of());
    }
    double low = DoubleStream.of(known).min().orElseThrow();
    double high = DoubleStream.of(known).max().orElseThrow();
    double size = Math.max(Math.abs(low), Math.abs(high));
    if (size < 1 / MAX_SIZE) {
      return withTicks(0, 1);
    }
    double missing = LEAST_SPAN * size - (high - low);
    if (missing > 0) {
      low -= missing / 2;
      high += missing / 2;
    }
    if (low > 0 && low < NEAR_ZERO * high) {
      low = 0;
    } else if (high < 0 && high > NEAR_ZERO * low) {
      high = 0;
    }
    double margin = MARGIN * (high - low);
    return withTicks(low == 0 ? 0 : low - margin, high == 0 ? 0 : high + margin);
  }

  /**
   * The largest of the steps 1, 2, 2.5, 5, 10 ... that has two multiples on the axis: it never has
   * more than three.
   */
  private static SmallScale withTicks(double low, double high) {
    int exponent = (int) Math.floor(Math.log10(high - low));
    for (int decade = exponent; ; decade--) {
      for (double factor : new double[] {5, 2.5, 2, 1}) {
        double step = factor * Math.pow(10, decade);
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        if (last > first) {
          int decimals = Math.max(0, -decade + (factor == 2.5 ? 1 : 0));
          return new SmallScale(low, high, ticks(step, first, last, decimals));
        }
      }
    }
  }

  private static List<Tick> ticks(double step, long first, long last, int decimals) {
    List<Tick> ticks = new ArrayList<>();
    double largest = step * Math.max(Math.abs(first), Math.abs(last));
    boolean plain = decimals <= MAX_DECIMALS && largest < MAX_PLAIN;
    for (long i = first; i <= last; i++) {
      double value = i * step;
      ticks.add(new Tick(value, plain ? NumberText.decimals(value, decimals) : exponential(value)));
    }
    return ticks;
  }

  private static String exponential(double value) {
    return value == 0 ? "0" : String.format(Locale.ROOT, "%.3e", value);
  }

  boolean hasZero() {
    return low <= 0 && high >= 0;
  }

  /** Where a value is between the ends, from 0 at the lower one to 1. */
  double place(double value) {
    return (value - low) / (high - low);
  }
}

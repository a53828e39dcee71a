package io.ibench.series;

import java.util.Arrays;

/**
 * Reduces the points of a line, but keeps its minima and maxima. Points come in the order of their
 * x. Its memory does not depend on the number of points. Not thread-safe.
 *
 * <p>Few points are all kept. Later x is divided into buckets of equal width, which doubles when
 * there are too many. It keeps the minimum and the maximum of each bucket, at their own x, the
 * first gap between two kept values, so that no line crosses a gap, and the line's first and last
 * points.
 */
public final class Downsampling {

  private static final int MIN_POINTS = 16;
  private final int maxPoints;
  private double[] x = new double[MIN_POINTS];
  private double[] y = new double[MIN_POINTS];
  private int count;
  private double width;

  /** * @param maxPoints the approximate number of points to keep */
  public Downsampling(int maxPoints) {
    this.maxPoints = Math.max(MIN_POINTS, maxPoints);
  }

  /**
   * @param at not below the one before
   * @param value NaN is a gap
   */
  public void add(double at, double value) {
    if (count == 2 * maxPoints) {
      thin();
    }
    if (count == x.length) {
      x = Arrays.copyOf(x, 2 * count);
      y = Arrays.copyOf(y, 2 * count);
    }
    x[count] = at;
    y[count++] = value;
  }

  /** The x of the kept points, ascending. */
  public double[] x() {
    finish();
    return Arrays.copyOf(x, count);
  }

  /** The y of the kept points; NaN is a gap. */
  public double[] y() {
    finish();
    return Arrays.copyOf(y, count);
  }

  /** The width of a bucket, which has one minimum and one maximum; 0 while all points are kept. */
  public double width() {
    finish();
    return width;
  }

  private void finish() {
    if (count > maxPoints) {
      thin();
    }
  }

  private void thin() {
    if (width == 0) {
      width = (x[count - 1] - x[0]) / (maxPoints / 2 - 2);
    }
    keepExtremes();
    while (count > maxPoints) {
      width *= 2;
      keepExtremes();
    }
  }

  private void keepExtremes() {
    int kept = 0;
    int start = 0;
    int all = count;
    while (start < all) {
      int end = start + 1;
      while (end < all && bucket(end) == bucket(start)) {
        end++;
      }
      kept = keep(start, end, kept, all);
      start = end;
    }
    count = kept;
  }

  /** Buckets begin at the first point, which is always kept, so that two buckets become one. */
  private double bucket(int point) {
    return width > 0 ? Math.floor((x[point] - x[0]) / width) : 0;
  }

  private int keep(int start, int end, int keptBefore, int all) {
    int lowest = -1;
    int highest = -1;
    for (int i = start; i < end; i++) {
      if (!Double.isNaN(y[i])) {
        lowest = lowest < 0 || y[i] < y[lowest] ? i : lowest;
        highest = highest < 0 || y[i] > y[highest] ? i : highest;
      }
    }
    int kept = keptBefore;
    for (int i = start; i < end; i++) {
      boolean edge = i == 0 || i == all - 1;
      boolean newGap = Double.isNaN(y[i]) && kept > 0 && !Double.isNaN(y[kept - 1]);
      if (edge || newGap || i == lowest || i == highest) {
        x[kept] = x[i];
        y[kept++] = y[i];
      }
    }
    return kept;
  }
}

package io.ibench.series;

import java.util.Arrays;

/**
 * The points of a line, kept few without losing its minima and maxima. Points come in the order of
 * their x. Not thread-safe; its memory does not depend on how many points come.
 *
 * <p>As long as there are few, all are kept as they are. Later x is divided into buckets of equal
 * width, which doubles whenever there are too many of them. Of each bucket are kept the minimum and
 * the maximum, at their own x, and of the gaps between any two values that are kept the first one:
 * no line leads across a gap. The line's first and last points are kept as well.
 */
public final class Downsampling {

  private static final int FEWEST = 16;

  private final int most;
  private double[] x = new double[FEWEST];
  private double[] y = new double[FEWEST];
  private int count;
  private double width;

  /**
   * @param most how many points are kept, about; far fewer than there may come
   */
  public Downsampling(int most) {
    this.most = Math.max(FEWEST, most);
  }

  /**
   * @param at not below the one before
   * @param value NaN is a gap
   */
  public void add(double at, double value) {
    if (count == 2 * most) {
      thin();
    }
    if (count == x.length) {
      x = Arrays.copyOf(x, 2 * count);
      y = Arrays.copyOf(y, 2 * count);
    }
    x[count] = at;
    y[count++] = value;
  }

  /** Of the points that are kept, ascending. */
  public double[] x() {
    finish();
    return Arrays.copyOf(x, count);
  }

  /** Of the points that are kept. */
  public double[] y() {
    finish();
    return Arrays.copyOf(y, count);
  }

  /** Of which stretch of x a minimum and a maximum are kept; 0 as long as nothing was left out. */
  public double width() {
    finish();
    return width;
  }

  private void finish() {
    if (count > most) {
      thin();
    }
  }

  private void thin() {
    if (width == 0) {
      width = (x[count - 1] - x[0]) / (most / 2 - 2);
    }
    keepExtremes();
    while (count > most) {
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

  /** Buckets begin at the first point, which is always kept, so that two make one of the next. */
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

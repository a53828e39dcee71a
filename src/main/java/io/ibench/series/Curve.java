package io.ibench.series;

/**
 * A thinned line of values that each hold for a stretch of x, as an interval's rate does. A value
 * is a point at the end of its stretch. It is one at the beginning as well after a gap, so that a
 * single value between two gaps can be seen, and where the stretch is more than twice as long as
 * the one before: that somebody overslept is no slope. A stepped one has a point at the beginning
 * of every stretch: for an x whose stretches are as long as their values are high, where a slope
 * across a long one would show a slow change that was none. Stretches come in order. Not
 * thread-safe.
 */
public final class Curve {

  private final Downsampling points;
  private final boolean stepped;
  private double last = Double.NEGATIVE_INFINITY;
  private double length;
  private boolean broken = true;
  private boolean empty = true;

  /**
   * @param most how many points are kept, about
   */
  public Curve(int most) {
    this(most, false);
  }

  private Curve(int most, boolean stepped) {
    points = new Downsampling(most);
    this.stepped = stepped;
  }

  /**
   * One without slopes.
   *
   * @param most how many points are kept, about
   */
  public static Curve stepped(int most) {
    return new Curve(most, true);
  }

  /**
   * Where the stretch begins later after the last one than half the longer of the two, something is
   * missing, which is a gap.
   *
   * @param from where the value begins to hold; equal to {@code to} for one of a moment
   * @param to where it ends; beyond all numbers, as sums of damaged cells may be, is a gap
   * @param value NaN is a gap
   */
  public void add(double from, double to, double value) {
    if (!Double.isFinite(value) || !Double.isFinite(to)) {
      gap();
      return;
    }
    if (to > from && from - last > Math.max(length, to - from) / 2) {
      gap();
    }
    double begin = Math.max(from, last);
    if (broken && !empty) {
      points.add(begin, Double.NaN);
    }
    boolean overslept = length > 0 && to - from > 2 * length;
    if ((broken || stepped || overslept) && to > begin) {
      points.add(begin, value);
    }
    last = Math.max(to, begin);
    length = to - from;
    points.add(last, value);
    broken = false;
    empty = false;
  }

  /** The line does not go on to the next value. */
  public void gap() {
    broken = true;
  }

  /** There was no value. */
  public boolean isEmpty() {
    return empty;
  }

  /** Ascending. */
  public double[] x() {
    return points.x();
  }

  /** NaN is a gap. */
  public double[] y() {
    return points.y();
  }

  /** Of which stretch of x a minimum and a maximum are kept; 0 when all points are. */
  public double width() {
    return points.width();
  }
}

package io.ibench.series;

/**
 * A downsampled line of values that each apply to a stretch of x, like an interval's rate. A value
 * is a point at the end of its stretch. It is also a point at the beginning after a gap, so that a
 * single value between two gaps is visible, and if the stretch is more than twice as long as the
 * one before: a late tick is no slope. A stepped curve has a point at the beginning of every
 * stretch: a slope across a long stretch would look like a slow change. Stretches come in order.
 * Not thread-safe.
 */
public final class Curve {

  private final Downsampling points;
  private final boolean stepped;
  private double last = Double.NEGATIVE_INFINITY;
  private double length;
  private boolean broken = true;
  private boolean empty = true;

  /** * @param maxPoints the approximate number of points to keep */
  public Curve(int maxPoints) {
    this(maxPoints, false);
  }

  private Curve(int maxPoints, boolean stepped) {
    points = new Downsampling(maxPoints);
    this.stepped = stepped;
  }

  /** A curve without slopes. */
  public static Curve stepped(int maxPoints) {
    return new Curve(maxPoints, true);
  }

  /**
   * Adds a value. There is a gap if the stretch begins later after the last one than half the
   * longer of the two.
   *
   * @param from the beginning of its stretch; equal to {@code to} for a value at one point
   * @param to the end of its stretch; a number that is not finite, from damaged cells, is a gap
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

  /** Breaks the line before the next value. */
  public void gap() {
    broken = true;
  }

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

  /** See {@link Downsampling#width}. */
  public double width() {
    return points.width();
  }
}

package io.ibench.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Where the mean of a series changes: E-divisive means (D. S. Matteson and N. A. James, A
 * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, 2014), with
 * Student's t-test in windows, and then all points weighed against each other (M. Fleming et al.,
 * Hunter: Using Change Point Detection to Hunt for Performance Regressions, 2023). It finds what
 * Apache Otava finds. Stateless.
 */
public final class ChangePoints {

  /** Otava's: a window has so many values, and the next one begins in its middle. */
  private static final int WINDOW = 50;

  /** Otava's: ten times the p of a change is enough to look at a place. */
  private static final double WEAK = 0.01;

  /**
   * A change.
   *
   * @param index of the first value after it
   * @param p that values of one mean differ so much by chance
   * @param before mean from the change before it, or from the begin, on
   * @param after mean until the next change, or until the end
   */
  public record Point(int index, double p, double before, double after) {

    /** The larger one of the relative changes forward and backward. */
    double magnitude() {
      return Math.max(relative(before, after), relative(after, before));
    }

    private static double relative(double from, double to) {
      return from == 0 ? 0 : Math.abs(to / from - 1);
    }
  }

  private ChangePoints() {}

  /**
   * The changes of a series, in its order.
   *
   * @param most the largest p of a change
   */
  public static List<Point> of(double[] series, double most) {
    return among(candidates(series, any -> true), series, most);
  }

  /**
   * Where changes may be, in the order of the series.
   *
   * @param mayBegin whether a change may begin with the value of an index, as where values come in
   *     groups
   */
  public static List<Integer> candidates(double[] series, IntPredicate mayBegin) {
    return List.copyOf(new TreeSet<>(weak(series, mayBegin)));
  }

  /**
   * The changes among candidates: the least certain one goes until all are certain enough.
   *
   * @param most the largest p of a change
   */
  public static List<Point> among(List<Integer> candidates, double[] series, double most) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      points.add(point(series, candidates, i));
    }
    while (!points.isEmpty()) {
      Point weakest = points.stream().max(Comparator.comparingDouble(Point::p)).orElseThrow();
      if (weakest.p() < most) {
        weakest = points.stream().min(Comparator.comparingDouble(Point::magnitude)).orElseThrow();
        if (weakest.magnitude() > 0) {
          return points;
        }
      }
      int gone = points.indexOf(weakest);
      points.remove(gone);
      List<Integer> left = points.stream().map(Point::index).toList();
      for (int i = Math.max(0, gone - 1); i <= gone && i < points.size(); i++) {
        points.set(i, point(series, left, i));
      }
    }
    return points;
  }

  private static Point point(double[] series, List<Integer> indexes, int i) {
    int from = i == 0 ? 0 : indexes.get(i - 1);
    int to = i + 1 == indexes.size() ? series.length : indexes.get(i + 1);
    return point(series, from, indexes.get(i), to);
  }

  private static Point point(double[] series, int from, int at, int to) {
    double before = mean(series, from, at);
    double after = mean(series, at, to);
    int freedom = to - from - 2;
    if (freedom < 1) {
      return new Point(at, 1, before, after);
    }
    // Otava takes the mean of the squares as the variance, and weighs it with n - 1.
    double squares =
        (at - from - 1) * variance(series, from, at, before)
            + (to - at - 1) * variance(series, at, to, after);
    double error = Math.sqrt(squares / freedom * (1.0 / (at - from) + 1.0 / (to - at)));
    double t = Math.abs(after - before) / error;
    double p = Double.isNaN(t) ? 1 : 2 * TDistribution.of(freedom).survivalProbability(t);
    return new Point(at, p, before, after);
  }

  private static double mean(double[] series, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += series[i];
    }
    return sum / (to - from);
  }

  private static double variance(double[] series, int from, int to, double mean) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (series[i] - mean) * (series[i] - mean);
    }
    return sum / (to - from);
  }

  /** What may be a change, by windows that overlap. */
  private static List<Integer> weak(double[] series, IntPredicate mayBegin) {
    List<Integer> all = new ArrayList<>();
    int start = 0;
    while (start < series.length) {
      List<Integer> found =
          inWindow(series, start, Math.min(start + WINDOW, series.length), mayBegin);
      all.addAll(found);
      int last = found.isEmpty() ? 0 : found.get(found.size() - 1);
      start = Math.max(last, start + WINDOW / 2);
    }
    return all;
  }

  /** Splits a window where it differs most, as long as that is no chance. */
  private static List<Integer> inWindow(
      double[] series, int start, int end, IntPredicate mayBegin) {
    Distances distances = new Distances(series, start, end);
    TreeSet<Integer> bounds = new TreeSet<>(List.of(start, end));
    while (true) {
      Split best = Split.none(start);
      for (int from : bounds.headSet(end)) {
        Split split = distances.split(from, bounds.higher(from), mayBegin);
        best = split.distance() > best.distance() ? split : best;
      }
      if (best.to() == start || point(series, best.from(), best.at(), best.to()).p() > WEAK) {
        bounds.remove(start);
        bounds.remove(end);
        return List.copyOf(bounds);
      }
      bounds.add(best.at());
    }
  }

  /** Where a part differs most, and by how much. */
  private record Split(int from, int at, int to, double distance) {

    static Split none(int from) {
      return new Split(from, from, from, Double.NEGATIVE_INFINITY);
    }
  }

  /** The distances between all values of a window. Immutable. */
  private static final class Distances {

    private final int start;

    /** Of the first values to the first others. */
    private final double[][] sums;

    Distances(double[] series, int start, int end) {
      this.start = start;
      sums = new double[end - start + 1][end - start + 1];
      for (int i = start; i < end; i++) {
        double row = 0;
        for (int j = start; j < end; j++) {
          row += Math.abs(series[i] - series[j]);
          sums[i - start + 1][j - start + 1] = sums[i - start][j - start + 1] + row;
        }
      }
    }

    /** From the values of one range to those of another one; ends are not in it. */
    private double between(int from, int to, int otherFrom, int otherTo) {
      return sums[to - start][otherTo - start]
          - sums[from - start][otherTo - start]
          - sums[to - start][otherFrom - start]
          + sums[from - start][otherFrom - start];
    }

    /**
     * The split of {@code from .. to - 1} with the largest distance between what is before it and
     * what follows it, up to any end.
     */
    Split split(int from, int to, IntPredicate mayBegin) {
      Split best = Split.none(from);
      for (int at = from + 1; at < to; at++) {
        if (mayBegin.test(at)) {
          double n = at - from;
          double left = between(from, at, from, at) / 2;
          for (int end = at + 1; end <= to; end++) {
            double m = end - at;
            double right = between(at, end, at, end) / 2;
            double distance =
                2
                    / (n + m)
                    * (between(from, at, at, end) - within(left, n, m) - within(right, m, n));
            best = distance > best.distance() ? new Split(from, at, to, distance) : best;
          }
        }
      }
      return best;
    }

    /** Distances within one side of {@code own} values, as many as to the other side. */
    private static double within(double sum, double own, double other) {
      return own == 1 ? 0 : other / (own - 1) * sum;
    }
  }
}

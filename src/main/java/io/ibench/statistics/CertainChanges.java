package io.ibench.statistics;

import io.ibench.statistics.ChangePoints.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Which changes of many series are no chance. The p of {@link ChangePoints} is that of a place that
 * was chosen because it differs most, and of a noise that is estimated from few values: in 47
 * series of 2,000 values without a change it finds some seventy. Here
 *
 * <ul>
 *   <li>the noise is that of the whole series: from the differences of neighbours, or from the
 *       distances to the levels, whichever is larger;
 *   <li>a single value counts for no more than three times the noise (P. J. Huber, Robust
 *       Estimation of a Location Parameter, 1964), so that one or two bad nights are no change;
 *   <li>the limit is that of as many tests as all series have values (Bonferroni).
 * </ul>
 *
 * <p>Stateless.
 */
public final class CertainChanges {

  /** How probable a wrong one is among all series. */
  private static final double ERROR_RATE = 0.05;

  /** A value that is further off counts as if it were so many times the noise off. */
  private static final double CLIP = 3;

  /** The same while the noise is estimated, when it is less well known. */
  private static final double CLIP_OF_NOISE = 4;

  /** A step between two levels must not make neighbours look alike. */
  private static final double CLIP_OF_LIKENESS = 2;

  /** In a series of up to 32 values so many of them make a level of their own, later more. */
  private static final int LEVEL = 5;

  /** The same of groups, whose values do not follow each other in time. */
  private static final int LEVEL_OF_GROUPS = 3;

  /** Fewer values are some bad nights. */
  private static final int SHORTEST = 3;

  /** Of a normal distribution, between its deviation and the median of distances. */
  private static final double OF_MEDIAN = 1.4826;

  /** Differences of neighbours tell two thirds of what distances to a known mean would. */
  private static final double OF_DIFFERENCES = 2.0 / 3;

  /** A likeness of n neighbours is believed above so many times 1 / sqrt(n), its own deviation. */
  private static final double ALIKE = 1.5;

  private static final double MOST_ALIKE = 0.95;

  private CertainChanges() {}

  /**
   * The changes that are certain, in the order of the series.
   *
   * @param found of the series; the least certain ones go first, and others get longer levels
   * @param tests how many values all series have that are looked at together
   * @param groups the values come in groups, such as the runs of one version
   * @param leastNoise the smallest deviation that is believed, such as the width of a bucket
   */
  public static List<Point> of(
      double[] series, List<Point> found, long tests, boolean groups, double leastNoise) {
    List<Integer> places = new ArrayList<>(found.stream().map(Point::index).toList());
    while (!places.isEmpty()) {
      Noise noise = Noise.of(series, places, groups, leastNoise);
      double limit =
          TDistribution.of(Math.max(1, noise.freedom()))
              .inverseSurvivalProbability(ERROR_RATE / tests / 2);
      int weakest = -1;
      double least = limit;
      for (int i = 0; i < places.size(); i++) {
        double size = size(series, places, i, noise.deviation(), groups);
        if (!(size >= least)) {
          weakest = i;
          least = size;
        }
      }
      if (weakest < 0) {
        return points(series, places, found);
      }
      places.remove(weakest);
    }
    return List.of();
  }

  private static List<Point> points(double[] series, List<Integer> places, List<Point> found) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      int at = places.get(i);
      double p = found.stream().filter(one -> one.index() == at).findFirst().orElseThrow().p();
      points.add(
          new Point(
              at,
              p,
              mean(Arrays.copyOfRange(series, begin(places, i), at)),
              mean(Arrays.copyOfRange(series, at, end(series, places, i)))));
    }
    return points;
  }

  private static int begin(List<Integer> places, int i) {
    return i == 0 ? 0 : places.get(i - 1);
  }

  private static int end(double[] series, List<Integer> places, int i) {
    return i + 1 == places.size() ? series.length : places.get(i + 1);
  }

  /** How many standard errors the levels before and after a change are apart. */
  private static double size(
      double[] series, List<Integer> places, int i, double deviation, boolean groups) {
    double[] before = Arrays.copyOfRange(series, begin(places, i), places.get(i));
    double[] after = Arrays.copyOfRange(series, places.get(i), end(series, places, i));
    int level =
        groups
            ? LEVEL_OF_GROUPS
            : Math.max(LEVEL, Integer.SIZE - Integer.numberOfLeadingZeros(series.length));
    int shortest = Math.min(before.length, after.length);
    if (deviation == 0) {
      return shortest < level || mean(before) == mean(after) ? 0 : Double.POSITIVE_INFINITY;
    }
    if (!groups && shortest < SHORTEST) {
      return 0;
    }
    double clip = CLIP * deviation;
    double apart = Math.abs(level(before, after, clip, level) - level(after, before, clip, level));
    return apart / (deviation * Math.sqrt(1.0 / before.length + 1.0 / after.length));
  }

  /** Few values cannot tell a level from a value far off: the other side does. */
  private static double level(double[] side, double[] other, double distance, int least) {
    return mean(clipped(side, Median.of(side.length >= least ? side : other), distance));
  }

  private static double[] clipped(double[] values, double middle, double distance) {
    return Arrays.stream(values)
        .map(value -> Math.max(middle - distance, Math.min(middle + distance, value)))
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The deviation of one value, and how well it is known. */
  private record Noise(double deviation, double freedom) {

    static Noise of(double[] series, List<Integer> places, boolean groups, double least) {
      double[] differences =
          IntStream.range(1, series.length).mapToDouble(i -> series[i] - series[i - 1]).toArray();
      double[] distances = new double[series.length];
      for (int i = 0; i <= places.size(); i++) {
        int from = i == 0 ? 0 : places.get(i - 1);
        int to = i == places.size() ? series.length : places.get(i);
        double middle = Median.of(Arrays.copyOfRange(series, from, to));
        for (int at = from; at < to; at++) {
          distances[at] = series[at] - middle;
        }
      }
      double ofDistances = deviation(distances, series.length - places.size() - 1);
      double freedom = OF_DIFFERENCES * differences.length;
      if (ofDistances == 0) {
        return new Noise(least, freedom); // The levels are constant; differences only see steps.
      }
      double[] within =
          IntStream.range(1, series.length)
              .filter(i -> !places.contains(i))
              .mapToDouble(i -> series[i] - series[i - 1])
              .toArray();
      double ofDifferences = deviation(differences, differences.length) / Math.sqrt(2);
      double ofNeighbours = groups ? ofDifferences : ofDifferences * likeness(within);
      return new Noise(Math.max(Math.max(ofNeighbours, ofDistances), least), freedom);
    }

    /**
     * What to multiply the deviation of differences with. Values that resemble their neighbours, by
     * a share f, have differences that are smaller by 1 - f, and tell less together.
     *
     * @param differences within levels: a step makes few values look alike
     */
    private static double likeness(double[] differences) {
      double[] clipped = clipped(differences, 0, CLIP_OF_LIKENESS * usual(differences));
      double products =
          IntStream.range(1, clipped.length).mapToDouble(i -> clipped[i] * clipped[i - 1]).sum();
      double squares = Arrays.stream(clipped).map(value -> value * value).sum();
      double alike = 1 + 2 * products / squares;
      boolean certain = alike > ALIKE / Math.sqrt(clipped.length);
      double f = certain ? Math.min(alike, MOST_ALIKE) : 0;
      return Math.sqrt(1 + f) / (1 - f);
    }

    private static double deviation(double[] values, long freedom) {
      double limit = CLIP_OF_NOISE * usual(values);
      double squares = Arrays.stream(clipped(values, 0, limit)).map(value -> value * value).sum();
      return Math.sqrt(squares / Math.max(1, freedom));
    }

    /** The deviation as half of the values tell it; infinite if half of them are 0. */
    private static double usual(double[] values) {
      double median = Median.of(Arrays.stream(values).map(Math::abs).toArray());
      return median == 0 ? Double.POSITIVE_INFINITY : OF_MEDIAN * median;
    }
  }
}

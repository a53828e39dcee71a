package io.ibench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference between two sides of something that was counted by sampling, such as the CPU of a
 * function. Its noise is never less than that of counting: a few equal repeats are equal by chance.
 * Immutable.
 *
 * @param a mean of side A
 * @param b mean of side B
 * @param half half of the 95 % interval of {@code b - a}: Welch's, of a variance that is drawn
 *     towards the usual one, and is never less than that
 * @param p that counting makes such a difference, where counts scatter as those of all functions do
 *     on average; of one that scatters more only {@code half} tells
 * @param repeated whether both sides have two repeats or more
 */
public record CountedDifference(double a, double b, double half, double p, boolean repeated) {

  private static final double LEVEL = 0.05;

  /**
   * The counts of one side.
   *
   * @param counts of each repeat
   * @param units what one count is worth, in each repeat
   */
  public record Counts(long[] counts, double[] units) {

    double mean() {
      double sum = 0;
      for (int i = 0; i < counts.length; i++) {
        sum += counts[i] * units[i];
      }
      return sum / counts.length;
    }

    /** The variance of the mean if counts are Poisson's; of none as of one. */
    double countingVariance() {
      double sum = 0;
      for (int i = 0; i < counts.length; i++) {
        sum += Math.max(1, counts[i]) * units[i] * units[i];
      }
      return sum / counts.length / counts.length;
    }

    /** The variance of the mean between repeats; 0 of a single one. */
    double repeatVariance() {
      if (counts.length < 2) {
        return 0;
      }
      double mean = mean();
      double sum = 0;
      for (int i = 0; i < counts.length; i++) {
        double off = counts[i] * units[i] - mean;
        sum += off * off;
      }
      return sum / (counts.length - 1) / counts.length;
    }

    /** What one count is worth, on average. */
    double unit() {
      return Arrays.stream(units).average().orElse(0);
    }

    private long all() {
      return Arrays.stream(counts).sum();
    }
  }

  /**
   * How counts scatter between repeats.
   *
   * @param factor how many times as much as Poisson's; 1 or more
   * @param freedom degrees of freedom that this knowledge is worth beside a function's own repeats;
   *     0 if it comes from nothing else
   */
  public record Scatter(double factor, double freedom) {

    /** As Poisson's, at least. */
    public static final Scatter POISSON = new Scatter(1, 0);

    /**
     * Four: many functions tell how much counts scatter, and a few scatter more than that. See G.
     * K. Smyth, Linear models and empirical Bayes methods for assessing differential expression,
     * 2004: a variance of few repeats is drawn towards that of all.
     */
    private static final double FREEDOM = 4;

    /** The mean over many functions; Poisson's without repeats. */
    public static Scatter of(List<Counts> sides) {
      double sum = 0;
      long count = 0;
      for (Counts side : sides) {
        if (side.counts.length > 1 && side.all() >= 5L * side.counts.length) {
          sum += side.repeatVariance() / side.countingVariance();
          count++;
        }
      }
      return count == 0 ? POISSON : new Scatter(Math.max(1, sum / count), FREEDOM);
    }
  }

  /** Compares two sides. */
  public static CountedDifference of(Counts a, Counts b, Scatter scatter) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double change = b.mean() - a.mean();
    double counted = a.countingVariance() + b.countingVariance();
    double usual = scatter.factor * Math.max(counted, pooled(a, b));
    double p = 2 * normal.survivalProbability(Math.abs(change) / Math.sqrt(usual));
    double own = a.repeatVariance() + b.repeatVariance();
    double half = normal.inverseSurvivalProbability(LEVEL / 2) * Math.sqrt(usual);
    if (own > usual) {
      double freedom = freedom(a, b);
      double all = scatter.freedom + freedom;
      double variance = (scatter.freedom * usual + freedom * own) / all;
      TDistribution t = TDistribution.of(all);
      half = t.inverseSurvivalProbability(LEVEL / 2) * Math.sqrt(variance);
    }
    boolean repeated = a.counts.length > 1 && b.counts.length > 1;
    return new CountedDifference(a.mean(), b.mean(), half, p, repeated);
  }

  /**
   * Compares two sides by values that are not counted.
   *
   * @return with Welch's interval, half of which is NaN without two values of each side; p, which
   *     is about counting, is NaN
   */
  public static CountedDifference ofMeans(double[] a, double[] b) {
    Counts one = ones(a);
    Counts other = ones(b);
    double error = Math.sqrt(one.repeatVariance() + other.repeatVariance());
    boolean repeated = a.length > 1 && b.length > 1;
    double half = repeated ? 0 : Double.NaN;
    if (repeated && error > 0) {
      TDistribution t = TDistribution.of(freedom(one, other));
      half = t.inverseSurvivalProbability(LEVEL / 2) * error;
    }
    return new CountedDifference(one.mean(), other.mean(), half, Double.NaN, repeated);
  }

  private static Counts ones(double[] values) {
    long[] ones = new long[values.length];
    Arrays.fill(ones, 1);
    return new Counts(ones, values);
  }

  /**
   * The variance of counting if both sides were equal. A side of few samples that has none looks
   * surer than it is.
   */
  private static double pooled(Counts a, Counts b) {
    double mean = (a.mean() + b.mean()) / 2;
    return mean * (a.unit() / a.counts.length + b.unit() / b.counts.length);
  }

  /** Welch's degrees of freedom, of repeats that differ. */
  private static double freedom(Counts a, Counts b) {
    double all = a.repeatVariance() + b.repeatVariance();
    double parts = 0;
    for (Counts side : List.of(a, b)) {
      if (side.counts.length > 1) {
        parts += side.repeatVariance() * side.repeatVariance() / (side.counts.length - 1);
      }
    }
    return all * all / parts;
  }

  public double change() {
    return b - a;
  }

  /** Whether the 95 % interval excludes 0. */
  public boolean isSure() {
    return Math.abs(change()) > half;
  }
}

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
 * @param half half of the 95 % interval of {@code b - a}: Welch's, with the variance of counting as
 *     the least of each side
 * @param p that counting alone makes such a difference, where counts scatter {@code scatter} times
 *     as much as Poisson's
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

    private long all() {
      return Arrays.stream(counts).sum();
    }
  }

  /** Compares two sides. */
  public static CountedDifference of(Counts a, Counts b, double scatter) {
    double counting = a.countingVariance() + b.countingVariance();
    double change = b.mean() - a.mean();
    double z = Math.abs(change) / Math.sqrt(scatter * counting);
    double p = 2 * NormalDistribution.of(0, 1).survivalProbability(z);
    double freedom = freedom(a, b);
    double variance = least(a, scatter) + least(b, scatter);
    double quantile =
        Double.isInfinite(freedom)
            ? NormalDistribution.of(0, 1).inverseSurvivalProbability(LEVEL / 2)
            : TDistribution.of(freedom).inverseSurvivalProbability(LEVEL / 2);
    boolean repeated = a.counts.length > 1 && b.counts.length > 1;
    return new CountedDifference(a.mean(), b.mean(), quantile * Math.sqrt(variance), p, repeated);
  }

  private static double least(Counts side, double scatter) {
    return Math.max(scatter * side.countingVariance(), side.repeatVariance());
  }

  /** Welch's degrees of freedom; the variance of counting is known, and has no end of them. */
  private static double freedom(Counts a, Counts b) {
    double all = 0;
    double parts = 0;
    for (Counts side : List.of(a, b)) {
      double repeat = side.repeatVariance();
      double counting = side.countingVariance();
      all += Math.max(repeat, counting);
      if (repeat > counting) {
        parts += repeat * repeat / (side.counts.length - 1);
      }
    }
    return parts == 0 ? Double.POSITIVE_INFINITY : all * all / parts;
  }

  /**
   * How many times as much as Poisson's counts scatter between the repeats: the mean over many
   * functions, and at least 1; 1 without repeats.
   */
  public static double scatter(List<Counts> sides) {
    double sum = 0;
    long count = 0;
    for (Counts side : sides) {
      if (side.counts.length > 1 && side.all() >= 5L * side.counts.length) {
        sum += side.repeatVariance() / side.countingVariance();
        count++;
      }
    }
    return count == 0 ? 1 : Math.max(1, sum / count);
  }

  public double change() {
    return b - a;
  }

  /** Whether the 95 % interval excludes 0. */
  public boolean isSure() {
    return Math.abs(change()) > half;
  }
}

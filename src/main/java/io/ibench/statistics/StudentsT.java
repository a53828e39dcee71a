package io.ibench.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether two means differ: Welch's t-test, two-sided; Student's, with one variance for both,
 * if one side is a single observation. Also the interval of one mean. Stateless.
 */
public final class StudentsT {

  /**
   * The probability that chance alone looks like a difference. A comparison has a hundred cells and
   * more: at the usual 5 % several cells of two equal runs would be marked, at 1 % one.
   */
  public static final double LEVEL = 0.01;

  private static final double TAIL_OF_95 = 0.025;

  private StudentsT() {}

  /** Empty if neither side has a variance, or a mean is unknown. */
  public static Optional<Difference> compare(Sample base, Sample other) {
    double difference = other.mean() - base.mean();
    boolean baseVaries = hasVariance(base);
    boolean otherVaries = hasVariance(other);
    if (!Double.isFinite(difference) || !baseVaries && !otherVaries) {
      return Optional.empty();
    }
    if (baseVaries && otherVaries) {
      return Optional.of(welch(difference, base, other));
    }
    Sample known = baseVaries ? base : other;
    Sample single = baseVaries ? other : base;
    double squared = known.variance() * (1.0 / single.n() + 1.0 / known.n());
    return single.n() < 1
        ? Optional.empty()
        : Optional.of(difference(difference, squared, known.n() - 1.0));
  }

  /**
   * The probability that chance alone makes two means differ so much; NaN without a variance.
   *
   * @param variance of a single observation, from many groups together
   * @param freedom of the variance
   * @param n observations of one mean
   * @param m observations of the other one
   */
  public static double probability(
      double difference, double variance, double freedom, long n, long m) {
    if (!(freedom >= 1) || n < 1 || m < 1) {
      return Double.NaN;
    }
    return difference(difference, variance * (1.0 / n + 1.0 / m), freedom).p();
  }

  /**
   * Half of the width of the 95 % interval of a mean: in 95 of 100 such samples the true mean is
   * within it. NaN with fewer than two observations.
   */
  public static double halfWidth95(Sample sample) {
    return hasVariance(sample)
        ? TDistribution.of(sample.n() - 1.0).inverseSurvivalProbability(TAIL_OF_95)
            * Math.sqrt(sample.variance() / sample.n())
        : Double.NaN;
  }

  private static boolean hasVariance(Sample sample) {
    return sample.n() >= 2 && Double.isFinite(sample.variance());
  }

  /** Degrees of freedom by Welch and Satterthwaite; by Student without any variance. */
  private static Difference welch(double difference, Sample base, Sample other) {
    double a = base.variance() / base.n();
    double b = other.variance() / other.n();
    double sum = a + b;
    double degrees =
        sum == 0
            ? base.n() + other.n() - 2.0
            : 1 / (square(a / sum) / (base.n() - 1) + square(b / sum) / (other.n() - 1));
    return difference(difference, sum, degrees);
  }

  private static double square(double number) {
    return number * number;
  }

  /**
   * @param squaredError the variance of the difference
   */
  private static Difference difference(double difference, double squaredError, double degrees) {
    TDistribution distribution = TDistribution.of(degrees);
    double error = Math.sqrt(squaredError);
    double noise = distribution.inverseSurvivalProbability(LEVEL / 2) * error;
    double p =
        error == 0
            ? difference == 0 ? 1 : 0
            : 2 * distribution.survivalProbability(Math.abs(difference) / error);
    return new Difference(difference, noise, p, degrees);
  }
}

package io.ibench.random;

/**
 * Small counts: min has the given probability, every further value 1 - probability times that of
 * the one before; all that would be above max is max. Immutable, shared between threads.
 */
public final class GeometricDistribution {
  private final double probability;
  private final double logOfFailure;
  private final int min;
  private final int max;

  /**
   * @param probability of min, above 0 and at most 1
   * @param min the smallest and most probable value
   * @param max the largest value, inclusive
   * @throws IllegalArgumentException if probability is out of range or max is below min
   */
  public GeometricDistribution(double probability, int min, int max) {
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "the probability must be above 0, at most 1: " + probability);
    }
    if (max < min) {
      throw new IllegalArgumentException("max " + max + " is below min " + min);
    }
    this.probability = probability;
    this.logOfFailure = StrictMath.log1p(-probability);
    this.min = min;
    this.max = max;
  }

  /**
   * What Facebook's LinkBench draws for these settings: min never comes, min + 1 has the given
   * probability, and nothing is above max - 1. Only to compare with its published numbers.
   *
   * @throws IllegalArgumentException if probability is out of range or max is not above min
   */
  public static GeometricDistribution offByOne(double probability, int min, int max) {
    if (max <= min) {
      throw new IllegalArgumentException("max " + max + " is not above min " + min);
    }
    return new GeometricDistribution(probability, Math.min(min + 1, max - 1), max - 1);
  }

  /** A value from min to max. */
  public int draw(Random64 random) {
    double failures = Math.floor(StrictMath.log(1 - random.nextDouble()) / logOfFailure);
    return (int) Math.min(min + failures, max);
  }

  /** The share of draws that are at most this value. */
  public double cdf(int value) {
    if (value < min) {
      return 0;
    }
    return value >= max ? 1 : 1 - StrictMath.pow(1 - probability, (double) value - min + 1);
  }
}

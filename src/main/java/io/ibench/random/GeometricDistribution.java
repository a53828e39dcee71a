package io.ibench.random;

/**
 * Small counts: min has the given probability, each further value 1 - probability times that of the
 * value before; larger values become max. Immutable.
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
   * The values that Facebook's LinkBench draws for these settings: never min, min + 1 with the
   * given probability, and at most max - 1. Only for comparisons with its published numbers.
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

  /** The share of draws up to this value. */
  public double cdf(int value) {
    if (value < min) {
      return 0;
    }
    return value >= max ? 1 : 1 - StrictMath.pow(1 - probability, (double) value - min + 1);
  }
}

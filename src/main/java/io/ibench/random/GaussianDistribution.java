package io.ibench.random;

/**
 * A bell whose middle ranks are the most probable ones: n times the mean of 12 uniform numbers
 * (Irwin-Hall), with the standard deviation n / 12, as sysbench's rand-type gaussian.
 */
public final class GaussianDistribution implements Distribution {

  /** The uniform numbers of one draw. */
  static final int DRAWS = 12;

  private final long size;

  /**
   * @param n number of ranks, 1 .. 2^62
   * @throws IllegalArgumentException if n is out of range
   */
  public GaussianDistribution(long n) {
    this.size = UniformDistribution.requireSize(n);
  }

  @Override
  public long draw(Random64 random) {
    return Math.min((long) (size * meanOfUniform(random)), size - 1);
  }

  static double meanOfUniform(Random64 random) {
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      sum += random.nextDouble();
    }
    return sum / DRAWS;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public double cdf(long rank) {
    return cdfOfMean((rank + 1) / (double) size);
  }

  /** The probability that the mean of the uniform numbers is at most x. */
  static double cdfOfMean(double x) {
    if (x <= 0) {
      return 0;
    }
    if (x >= 1) {
      return 1;
    }
    // By symmetry only the lower half is summed, where the terms of the formula cancel least.
    return x > 0.5 ? 1 - lowerHalf((1 - x) * DRAWS) : lowerHalf(x * DRAWS);
  }

  /** The sum of (-1)^k C(n, k) (sum - k)^n / n! for k up to the sum. */
  private static double lowerHalf(double sum) {
    double result = 0;
    double choose = 1;
    double factorial = 1;
    for (int k = 0; k < sum; k++) {
      result += choose * StrictMath.pow(sum - k, DRAWS);
      choose *= -(DRAWS - k) / (k + 1.0);
    }
    for (int i = 2; i <= DRAWS; i++) {
      factorial *= i;
    }
    return result / factorial;
  }
}

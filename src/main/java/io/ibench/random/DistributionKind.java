package io.ibench.random;

/** The distributions that settings name, with sysbench's names where it has them. */
public enum DistributionKind {
  UNIFORM,
  GAUSSIAN,
  SPECIAL,
  PARETO,
  ZIPFIAN,
  /** Zipf from the last number down. */
  LATEST;

  /**
   * The distribution over 0 .. n - 1.
   *
   * @param zipfExponent of ZIPFIAN and LATEST
   * @param paretoH of PARETO
   */
  public Distribution over(long n, double zipfExponent, double paretoH) {
    return switch (this) {
      case UNIFORM -> new UniformDistribution(n);
      case GAUSSIAN -> new GaussianDistribution(n);
      case SPECIAL -> new SpecialDistribution(n);
      case PARETO -> new ParetoDistribution(n, paretoH);
      case ZIPFIAN -> new ExactZipfDistribution(n, zipfExponent);
      case LATEST -> new LatestDistribution(new ExactZipfDistribution(n, zipfExponent));
    };
  }
}

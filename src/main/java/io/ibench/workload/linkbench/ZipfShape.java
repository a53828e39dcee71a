package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.Optional;

/** Reads shapes of Zipf distributions. */
final class ZipfShape {

  /** What binding goes on with after a mistake. */
  private static final double HARMLESS = 0.5;

  /** Around 1 there is no quantile; see {@link io.ibench.random.ZipfDistribution}. */
  private static final double NEAREST_TO_ONE = 1e-6;

  private ZipfShape() {}

  /**
   * @param because the setting that needs a shape
   */
  static double read(Config config, Key<Double> key, String because) {
    Optional<Double> shape = config.find(key.optional());
    if (shape.isEmpty()) {
      config.problem("is required with " + because + "; allowed: " + key.type(), key);
      return HARMLESS;
    }
    if (Math.abs(shape.get() - 1) < NEAREST_TO_ONE) {
      config.problem("is a shape without a formula; allowed: 0.99 or 1.01, for instance", key);
      return HARMLESS;
    }
    return shape.get();
  }
}

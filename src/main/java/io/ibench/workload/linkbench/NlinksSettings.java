package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.PiecewiseCdf;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The settings for the number of links per id, with the ancestor's names. */
final class NlinksSettings {

  static final Key<DegreeFunction> FUNC =
      Key.choice("linkbench.nlinks_func", DegreeFunction.class, "how many links each id has")
          .withDefault("real");
  static final Key<Long> DEFAULT =
      Key.count("linkbench.nlinks_default", 0, 1_000_000_000, "links that every id has, with const")
          .optional();
  static final Key<Double> SHAPE =
      Key.decimal("linkbench.nlinks_shape", 0.0001, 40, "shape of nlinks_func = zipf, not 1")
          .optional();
  static final Key<Double> MEAN =
      Key.decimal("linkbench.nlinks_mean", 0, 1e9, "links per id with zipf and uniform").optional();
  static final List<Key<?>> KEYS = List.of(FUNC, DEFAULT, SHAPE, MEAN);

  /** How an id's number of links is computed. */
  enum DegreeFunction {
    /** As in linkbench.degrees. */
    REAL,
    CONST,
    ZIPF,
    UNIFORM
  }

  private final Config config;
  private final long ids;
  private final DegreeFunction function;

  private NlinksSettings(Config config, long ids) {
    this.config = config;
    this.ids = ids;
    this.function = config.get(FUNC);
  }

  /**
   * Reads the settings.
   *
   * @param measured the distribution for the function real
   * @param midpoint see {@link PiecewiseCdf#share(long, long, boolean)}
   */
  static Outdegrees read(
      Config config, long ids, Supplier<PiecewiseCdf> measured, boolean midpoint) {
    NlinksSettings settings = new NlinksSettings(config, ids);
    return settings.function == DegreeFunction.REAL
        ? RankedDegrees.measured(measured.get(), ids, midpoint)
        : settings.computed();
  }

  private Outdegrees computed() {
    return switch (function) {
      case ZIPF ->
          RankedDegrees.zipf(
              ids,
              LinkBenchKeys.zipfShape(config, SHAPE, FUNC.name() + " = zipf", false),
              required(MEAN, 0.0));
      case UNIFORM -> RankedDegrees.uniform(ids, required(MEAN, 0.0));
      default -> RankedDegrees.constant(ids, required(DEFAULT, 0L));
    };
  }

  private <T> T required(Key<T> key, T harmless) {
    Optional<T> value = config.find(key);
    if (value.isEmpty()) {
      config.problem("is required" + because() + "; allowed: " + key.type(), key, FUNC);
    }
    return value.orElse(harmless);
  }

  private String because() {
    return " with " + FUNC + " = " + AccessStream.lower(function);
  }
}

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
      Key.count(
              "linkbench.nlinks_default",
              0,
              1_000_000_000,
              "links that every id has; not with real, zipf, uniform")
          .optional();
  static final Key<Long> CONFIG =
      Key.count(
              "linkbench.nlinks_config",
              1,
              1_000_000_000,
              "what multiples, perfect_squares and exponential are made of")
          .optional();
  static final Key<Double> SHAPE =
      Key.decimal("linkbench.nlinks_shape", 0.0001, 40, "shape of nlinks_func = zipf, not 1")
          .optional();
  static final Key<Double> MEAN =
      Key.decimal("linkbench.nlinks_mean", 0, 1e9, "links per id with zipf and uniform").optional();
  static final List<Key<?>> KEYS = List.of(FUNC, DEFAULT, CONFIG, SHAPE, MEAN);

  /** How an id's number of links is computed. */
  enum DegreeFunction {
    /** As in linkbench.degrees. */
    REAL,
    CONST,
    RECIPROCAL,
    MULTIPLES,
    PERFECT_SQUARES,
    /** The ancestor's documentation calls PERFECT_SQUARES so. */
    PERFECT_POWERS,
    EXPONENTIAL,
    ZIPF,
    UNIFORM
  }

  private final Config config;
  private final long startId;
  private final long endId;
  private final DegreeFunction function;

  private NlinksSettings(Config config, long startId, long endId) {
    this.config = config;
    this.startId = startId;
    this.endId = endId;
    this.function = config.get(FUNC);
  }

  /**
   * Reads the settings.
   *
   * @param measured the distribution for the function real
   * @param midpoint see {@link PiecewiseCdf#share(long, long, boolean)}
   */
  static Outdegrees read(
      Config config, long startId, long endId, Supplier<PiecewiseCdf> measured, boolean midpoint) {
    NlinksSettings settings = new NlinksSettings(config, startId, endId);
    return settings.function == DegreeFunction.REAL
        ? RankedDegrees.measured(measured.get(), endId - startId, midpoint)
        : settings.computed();
  }

  private Outdegrees computed() {
    long ids = endId - startId;
    return switch (function) {
      case ZIPF ->
          RankedDegrees.zipf(
              ids,
              LinkBenchKeys.zipfShape(config, SHAPE, FUNC.name() + " = zipf", false),
              required(MEAN, 0.0));
      case UNIFORM -> RankedDegrees.uniform(ids, required(MEAN, 0.0));
      case RECIPROCAL -> RankedDegrees.reciprocal(ids, required(DEFAULT, 0L));
      default -> new SpecialDegrees(startId, ids, required(DEFAULT, 0L), special());
    };
  }

  private SpecialIds special() {
    return switch (function) {
      case MULTIPLES -> SpecialIds.multiples(startId, endId, configAtLeast(1));
      case EXPONENTIAL -> SpecialIds.powersOf(startId, endId, configAtLeast(2));
      case PERFECT_SQUARES, PERFECT_POWERS ->
          SpecialIds.perfectPowers(startId, endId, (int) Math.min(Long.SIZE, configAtLeast(2)));
      default -> SpecialIds.none();
    };
  }

  private long configAtLeast(long min) {
    long given = required(CONFIG, min);
    if (given < min) {
      config.problem("is too small" + because() + "; allowed: " + min + " or more", CONFIG, FUNC);
    }
    return Math.max(min, given);
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

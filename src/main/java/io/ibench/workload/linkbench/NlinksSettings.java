package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.PiecewiseCdf;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The settings that say how many links an id has, under the ancestor's names. */
final class NlinksSettings {

  static final Key<Function> FUNC =
      Key.choice("linkbench.nlinks_func", Function.class, "how many links each id has")
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

  /** How an id's number of links is found. */
  enum Function {
    /** As in linkbench.degrees. */
    REAL,
    CONST,
    RECIPROCAL,
    MULTIPLES,
    PERFECT_SQUARES,
    /** The name under which the ancestor documents PERFECT_SQUARES. */
    PERFECT_POWERS,
    EXPONENTIAL,
    ZIPF,
    UNIFORM
  }

  private final Config config;
  private final long startId;
  private final long endId;
  private final Function function;

  private NlinksSettings(Config config, long startId, long endId) {
    this.config = config;
    this.startId = startId;
    this.endId = endId;
    this.function = config.get(FUNC);
  }

  /**
   * Reads the settings.
   *
   * @param measured what the function real takes
   * @param midpoint see {@link PiecewiseCdf#share(long, long, boolean)}
   */
  static Outdegrees read(
      Config config, long startId, long endId, Supplier<PiecewiseCdf> measured, boolean midpoint) {
    NlinksSettings settings = new NlinksSettings(config, startId, endId);
    return settings.function == Function.REAL
        ? RankedDegrees.measured(measured.get(), endId - startId, midpoint)
        : settings.computed();
  }

  private Outdegrees computed() {
    long ids = endId - startId;
    return switch (function) {
      case ZIPF ->
          RankedDegrees.zipf(
              ids, ZipfShape.read(config, SHAPE, FUNC.name() + " = zipf"), required(MEAN, 0.0));
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

  private long configAtLeast(long least) {
    long given = required(CONFIG, least);
    if (given < least) {
      config.problem("is too small" + because() + "; allowed: " + least + " or more", CONFIG, FUNC);
    }
    return Math.max(least, given);
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

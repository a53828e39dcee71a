package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of access that have a skew of their own, with the keys that set it. */
enum AccessStream {
  READ("link reads", "link_nreads", Function.ZIPF, "0.8", ""),
  READ_UNCORR("link reads that ignore degree", "link_nreads", Function.ZIPF, "0.8", "99.5"),
  WRITE("link writes", "link_nwrites", Function.ZIPF, "0.741", ""),
  WRITE_UNCORR("link writes that ignore degree", "link_nwrites", Function.ZIPF, "0.741", "95"),
  NODE_READ("node reads", "node_nreads", Function.ZIPF, "0.625", ""),
  NODE_UPDATE("node updates", "node_nwrites", Function.ZIPF, "0.606", ""),
  NODE_DELETE("node deletes", "node_nwrites", Function.UNIFORM, "", "");

  /** How an id is drawn. */
  enum Function {
    /** Zipf's law over shuffled ids. */
    ZIPF,
    /** Every id alike. */
    UNIFORM,
    /** As often as measured in the distribution file, over shuffled ids. */
    REAL,
    /** One id after the other, for each thread from an id of its own. */
    ROUND_ROBIN,
    /** n / x rounded up for a uniform id x. */
    RECIPROCAL,
    /** The multiple of config at or below a uniform id. */
    MULTIPLE,
    /** The power of config at or above a uniform id. */
    POWER,
    /** The K^config at or above a uniform id. */
    PERFECT_POWER;

    boolean needsConfig() {
      return this == MULTIPLE || this == POWER || this == PERFECT_POWER;
    }
  }

  /** The section of a distribution file that measures this kind of access. */
  private final String section;

  private final Key<Function> function;
  private final Key<Double> shape;
  private final Key<Long> config;

  /** Only of accesses that ignore degree: in percent of all of their kind. */
  private final Optional<Key<Double>> blend;

  AccessStream(String what, String section, Function function, String shape, String blendPercent) {
    String prefix = "linkbench." + name().toLowerCase(Locale.ROOT);
    this.section = section;
    this.function =
        Key.choice(prefix + "_function", Function.class, "how the ids of " + what + " are drawn")
            .withDefault(function.name().toLowerCase(Locale.ROOT));
    Key<Double> anyShape =
        Key.decimal(prefix + "_shape", 0.0001, 40, "Zipf shape of " + what + ", not 1");
    this.shape = shape.isEmpty() ? anyShape.optional() : anyShape.withDefault(shape);
    this.config =
        Key.count(
                prefix + "_config",
                1,
                1L << 40,
                "what the functions multiple, power and perfect_power are made of")
            .optional();
    this.blend =
        blendPercent.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Key.decimal(prefix + "_blend", 0, 100, "percent of " + what)
                    .withDefault(blendPercent));
  }

  String section() {
    return section;
  }

  Function function(Config settings) {
    return settings.get(function);
  }

  Key<Function> functionKey() {
    return function;
  }

  /** The share of accesses of this kind that ignore degree, 0 .. 1. */
  double blend(Config settings) {
    return settings.get(blend.orElseThrow()) / 100;
  }

  /** The Zipf shape; never 1, for which there is no formula. */
  double shape(Config settings) {
    return ZipfShape.read(settings, shape, function.name() + " = zipf");
  }

  /** What the function is made of; at least {@code least}. */
  long config(Config settings, long least) {
    Optional<Long> given = settings.find(config);
    String because = "with " + function.name() + " = " + lower(function(settings));
    if (given.isEmpty()) {
      settings.problem("is required " + because + "; allowed: " + least + " or more", config);
    } else if (given.get() < least) {
      settings.problem("is too small " + because + "; allowed: " + least + " or more", config);
    }
    return Math.max(least, given.orElse(least));
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(List.of(function, shape, config));
    blend.ifPresent(keys::add);
    return keys;
  }
}

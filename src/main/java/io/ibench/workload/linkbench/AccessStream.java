package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of access, each with the keys of its skew. */
enum AccessStream {
  READ("link reads", "link_nreads", IdFunction.ZIPF, "0.8", ""),
  READ_UNCORR("link reads that ignore degree", "link_nreads", IdFunction.ZIPF, "0.8", "99.5"),
  WRITE("link writes", "link_nwrites", IdFunction.ZIPF, "0.741", ""),
  WRITE_UNCORR("link writes that ignore degree", "link_nwrites", IdFunction.ZIPF, "0.741", "95"),
  NODE_READ("node reads", "node_nreads", IdFunction.ZIPF, "0.625", ""),
  NODE_UPDATE("node updates", "node_nwrites", IdFunction.ZIPF, "0.606", ""),
  NODE_DELETE("node deletes", "node_nwrites", IdFunction.UNIFORM, "", "");

  /** How an id is drawn. */
  enum IdFunction {
    /** Zipf's law over shuffled ids, by LinkBench's approximation. */
    ZIPF,
    /** Zipf's law itself, of any shape. */
    ZIPF_EXACT,
    /** Every id with equal probability. */
    UNIFORM,
    /** As often as measured in the distribution file, over shuffled ids. */
    REAL
  }

  /** The section of a distribution file that measures this kind of access. */
  private final String section;

  private final Key<IdFunction> function;
  private final Key<Double> shape;

  /** Only for accesses that ignore degree: their percentage of all accesses of the kind. */
  private final Optional<Key<Double>> blend;

  AccessStream(
      String what, String section, IdFunction function, String shape, String blendPercent) {
    String prefix = "linkbench." + name().toLowerCase(Locale.ROOT);
    this.section = section;
    this.function =
        Key.choice(prefix + "_function", IdFunction.class, "how the ids of " + what + " are drawn")
            .withDefault(function.name().toLowerCase(Locale.ROOT));
    Key<Double> anyShape =
        Key.decimal(
            prefix + "_shape", 0.0001, 40, "Zipf shape of " + what + "; 1 only with zipf_exact");
    this.shape = shape.isEmpty() ? anyShape.optional() : anyShape.withDefault(shape);
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

  IdFunction function(Config settings) {
    return settings.get(function);
  }

  Key<IdFunction> functionKey() {
    return function;
  }

  /** The share of accesses of this kind that ignore degree, 0 .. 1. */
  double blend(Config settings) {
    return settings.get(blend.orElseThrow()) / 100;
  }

  /** The Zipf shape. */
  double shape(Config settings) {
    return LinkBenchKeys.zipfShape(
        settings,
        shape,
        function.name() + " = " + lower(function(settings)),
        function(settings) == IdFunction.ZIPF_EXACT);
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(List.of(function, shape));
    blend.ifPresent(keys::add);
    return keys;
  }
}

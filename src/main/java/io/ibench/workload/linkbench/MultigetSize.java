package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.GeometricDistribution;
import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import java.util.List;
import java.util.function.ToIntFunction;

/** Draws how many links a MULTIGET_LINK asks for. Immutable; a draw does not allocate. */
final class MultigetSize {

  static final Key<Dist> DIST =
      Key.choice("linkbench.link_multiget_dist", Dist.class, "ids per MULTIGET_LINK; none: one id")
          .withDefault("geometric");
  static final Key<Long> MIN =
      Key.count("linkbench.link_multiget_dist_min", 1, 128, "ids of a MULTIGET_LINK at least")
          .withDefault("1");
  static final Key<Long> MAX =
      Key.count("linkbench.link_multiget_dist_max", 1, 128, "ids of a MULTIGET_LINK at most")
          .withDefault("128");
  static final Key<Double> PROB =
      Key.decimal(
              "linkbench.link_multiget_dist_prob",
              0.001,
              0.999,
              "geometric: the share of the smallest number of ids")
          .withDefault("0.382");
  static final List<Key<?>> KEYS = List.of(DIST, MIN, MAX, PROB);

  /** How the number of ids is drawn. */
  enum Dist {
    GEOMETRIC,
    UNIFORM,
    NONE
  }

  private final int max;
  private final ToIntFunction<Random64> draw;

  private MultigetSize(int max, ToIntFunction<Random64> draw) {
    this.max = max;
    this.draw = draw;
  }

  static MultigetSize from(Config config, Compat compat) {
    Dist dist = config.get(DIST);
    if (dist == Dist.NONE) {
      return new MultigetSize(1, random -> 1);
    }
    int min = Math.toIntExact(config.get(MIN));
    int max = Math.toIntExact(config.get(MAX));
    boolean offByOne = dist == Dist.GEOMETRIC && compat == Compat.UPSTREAM;
    int smallest = offByOne ? min + 1 : min;
    if (max < smallest) {
      String because = offByOne ? "; with compat = upstream it is never reached" : "";
      config.problem(
          "is below the smallest number drawn, "
              + smallest
              + because
              + "; allowed: "
              + smallest
              + " .. 128",
          MAX,
          MIN);
      max = smallest;
    }
    int values = max - min + 1;
    if (dist == Dist.UNIFORM) {
      return new MultigetSize(max, random -> min + random.nextInt(values));
    }
    double probability = config.get(PROB);
    GeometricDistribution geometric =
        offByOne
            ? GeometricDistribution.offByOne(probability, min, max)
            : new GeometricDistribution(probability, min, max);
    return new MultigetSize(max, geometric::draw);
  }

  /** From 1 to {@link #max}. */
  int draw(Random64 random) {
    return draw.applyAsInt(random);
  }

  /** The largest number that a draw returns. */
  int max() {
    return max;
  }
}

package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * LinkBench's settings, with LinkBench's names. More keys are in {@link NlinksSettings}, {@link
 * AccessStream}, {@link DataKind}, {@link MultigetSize} and {@link Id2s}.
 */
final class LinkBenchKeys {

  static final Key<Era> ERA =
      Key.choice(
              "linkbench.era",
              Era.class,
              "whose mix, sizes and degrees are the defaults: Facebook's of 2011 or of 2017")
          .withDefault("2011");
  static final Key<Compat> COMPAT =
      Key.choice(
              "linkbench.compat",
              Compat.class,
              "upstream: as Facebook's code does; fork: as the maintained fork does")
          .withDefault("none");
  static final Key<String> DEGREES =
      byEra(
          Key.text(
              "linkbench.degrees",
              "links per id: 2011 or 2017 (fitted to published figures), or an original"
                  + " Distribution.dat"),
          "2011",
          "2017");
  static final Key<Tail> TAIL =
      Key.choice(
              "linkbench.tail",
              Tail.class,
              "scaled: the largest degrees grow with the ids; upstream: one id has the largest")
          .withDefault("scaled");
  static final Key<Verify> VERIFY =
      Key.choice(
              "linkbench.verify",
              Verify.class,
              "full: every count and total; sample: some counts, and totals up to 10M rows")
          .withDefault("full");
  static final Key<Long> VERIFY_SAMPLE =
      Key.count(
              "linkbench.verify_sample",
              1,
              1_000_000_000,
              "pairs of id and link type that verify = sample checks, the most linked among them")
          .withDefault("100000");

  static final Key<Long> STARTID1 =
      Key.count("linkbench.startid1", 1, 1L << 61, "the first id").withDefault("1");
  static final Key<Long> MAXID1 =
      Key.count("linkbench.maxid1", 2, 1L << 61, "the first id that is not loaded any more")
          .withDefault("10000001");
  static final Key<Long> LINK_TYPE_COUNT =
      Key.count("linkbench.link_type_count", 1, 1000, "types of link").withDefault("2");
  static final Key<Long> LINK_DATASIZE =
      byEra(
          Key.count("linkbench.link_datasize", 1, 254, "median bytes of a link's data"), "8", "23");
  static final Key<Long> NODE_DATASIZE =
      byEra(
          Key.count("linkbench.node_datasize", 1, 1 << 20, "median bytes of a node's data"),
          "128",
          "168");
  static final Key<Long> RANGE_LIMIT =
      Key.count("linkbench.range_limit", 1, 1_000_000, "links that GET_LINKS_LIST reads at most")
          .withDefault("10000");
  static final Key<Double> HISTORY =
      Key.decimal(
              "linkbench.getlinklist_history",
              0,
              100,
              "percent of GET_LINKS_LIST that page further back in a long list")
          .withDefault("0.3");

  /** Instead of the ten percentages. */
  static final Key<Map<String, Double>> SHARES =
      Key.shares(
              "linkbench.mix",
              "operations with shares, such as getnode 50, updatenode 50, in place of the ten"
                  + " percentages; or read, write, default: of the era's mix only what reads, only"
                  + " what writes, all")
          .optional();

  /** Percentages of the requests. */
  static final Map<LinkOperation, Key<Double>> MIX =
      Map.ofEntries(
          mix(LinkOperation.ADD_LINK, "addlink", "8.9886601", "5.35038"),
          mix(LinkOperation.DELETE_LINK, "deletelink", "2.9907664", "0.98401"),
          mix(LinkOperation.UPDATE_LINK, "updatelink", "8.0122125", "4.75589"),
          mix(LinkOperation.COUNT_LINK, "countlink", "4.8863567", "4.27898"),
          mix(LinkOperation.MULTIGET_LINK, "getlink", "0.5261142", "12.14725"),
          mix(LinkOperation.GET_LINKS_LIST, "getlinklist", "50.7119145", "22.57039"),
          mix(LinkOperation.ADD_NODE, "addnode", "2.5732789", "2.61198"),
          mix(LinkOperation.UPDATE_NODE, "updatenode", "7.366437", "3.06256"),
          mix(LinkOperation.DELETE_NODE, "deletenode", "1.0115914", "0.25166"),
          mix(LinkOperation.GET_NODE, "getnode", "12.9326683", "43.9869"));

  static final Key<NodeReads> NODE_READS =
      Key.choice(
              "linkbench.node_reads",
              NodeReads.class,
              "which nodes GET_NODE reads: those loaded, or all, with those added in the run")
          .withDefault("loaded");

  /** Stands in for a wrong shape, so that the other settings can be checked. */
  private static final double HARMLESS_SHAPE = 0.5;

  /** Closer to 1 there is no quantile; see {@link io.ibench.random.ZipfDistribution}. */
  private static final double NEAREST_TO_ONE = 1e-6;

  private LinkBenchKeys() {}

  /** The two published sets of defaults; their results cannot be compared. */
  enum Era {
    Y2011("2011"),
    Y2017("2017");

    private final String year;

    Era(String year) {
      this.year = year;
    }

    @Override
    public String toString() {
      return year;
    }
  }

  /** Whether to reproduce errors and deviations of one of the ancestors. */
  enum Compat {
    NONE,
    /** As Facebook's code of 2011 does, whatever the era. */
    UPSTREAM,
    /** As the maintained fork does, with never_change = false. */
    FORK
  }

  /** Which degree the first ranks get. */
  enum Tail {
    SCALED,
    UPSTREAM
  }

  /** Which nodes are read. */
  enum NodeReads {
    LOADED,
    ALL
  }

  /** How much of the data is checked. */
  enum Verify {
    FULL,
    SAMPLE
  }

  private static <T> Key<T> byEra(Key<T> key, String in2011, String in2017) {
    return key.withDefaults(ERA, new EnumMap<>(Map.of(Era.Y2011, in2011, Era.Y2017, in2017)));
  }

  private static Map.Entry<LinkOperation, Key<Double>> mix(
      LinkOperation operation, String name, String in2011, String in2017) {
    Key<Double> key = Key.decimal("linkbench." + name, 0, 100, "percent of " + operation);
    return Map.entry(operation, byEra(key, in2011, in2017));
  }

  /** The keys that determine the loaded data, except the seed. */
  static List<Key<?>> shapingData() {
    List<Key<?>> keys =
        new ArrayList<>(List.of(COMPAT, STARTID1, MAXID1, LINK_TYPE_COUNT, DEGREES, TAIL));
    keys.addAll(NlinksSettings.KEYS);
    keys.addAll(List.of(Id2s.RANDOMID2MAX, LINK_DATASIZE, NODE_DATASIZE));
    keys.addAll(DataKind.LINK_ADD.keys());
    keys.addAll(DataKind.NODE_ADD.keys());
    return keys;
  }

  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>(List.of(ERA));
    keys.addAll(shapingData());
    keys.addAll(DataKind.LINK_UP.keys());
    keys.addAll(DataKind.NODE_UP.keys());
    keys.add(Id2s.ID2GEN_CONFIG);
    for (AccessStream stream : AccessStream.values()) {
      keys.addAll(stream.keys());
    }
    keys.addAll(MultigetSize.KEYS);
    keys.addAll(List.of(RANGE_LIMIT, HISTORY, NODE_READS, VERIFY, VERIFY_SAMPLE, SHARES));
    for (LinkOperation operation : LinkOperation.values()) {
      if (MIX.containsKey(operation)) {
        keys.add(MIX.get(operation));
      }
    }
    return keys;
  }

  /**
   * Reads the shape of a Zipf distribution, and records a problem when it is missing or 1.
   *
   * @param because the setting that needs a shape
   * @param exact whether 1 is allowed, for which the approximation has no formula
   */
  static double zipfShape(Config config, Key<Double> key, String because, boolean exact) {
    Optional<Double> shape = config.find(key.optional());
    if (shape.isEmpty()) {
      config.problem("is required with " + because + "; allowed: " + key.type(), key);
    } else if (!exact && Math.abs(shape.get() - 1) < NEAREST_TO_ONE) {
      config.problem("is a shape without a formula; allowed: 0.99 or 1.01, for instance", key);
    } else {
      return shape.get();
    }
    return HARMLESS_SHAPE;
  }

  /** The parameters of functions that are not offered any more. */
  static void explainGone(Config config) {
    String gone = "the functions that it was for are gone: nobody published with them";
    config.explain("linkbench.nlinks_config", gone);
    for (AccessStream stream : AccessStream.values()) {
      String function = stream.functionKey().name();
      config.explain(function.substring(0, function.lastIndexOf('_')) + "_config", gone);
    }
  }
}

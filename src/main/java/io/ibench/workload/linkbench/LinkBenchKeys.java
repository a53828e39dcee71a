package io.ibench.workload.linkbench;

import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** LinkBench's settings under its own names. */
final class LinkBenchKeys {

  static final Key<String> ERA =
      Key.text("linkbench.era", "2011: mix, sizes and degrees as Facebook published them")
          .withDefault("2011");
  static final Key<Compat> COMPAT =
      Key.choice(
              "linkbench.compat",
              Compat.class,
              "upstream: links over types as Facebook's code splits them, which inflates totals")
          .withDefault("none");
  static final Key<String> DEGREES =
      Key.text(
              "linkbench.degrees",
              "links per id: 2011 (fitted to the published figures), or an original"
                  + " Distribution.dat")
          .withDefault("2011");
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
              "full: every count and total; sample: the counts of 100 ranges of 1000 ids")
          .withDefault("full");

  static final Key<Long> STARTID1 =
      Key.count("linkbench.startid1", 1, 1L << 61, "the first id").withDefault("1");
  static final Key<Long> MAXID1 =
      Key.count("linkbench.maxid1", 2, 1L << 61, "the first id that is not loaded any more")
          .withDefault("10000001");
  static final Key<Long> LINK_TYPE_COUNT =
      Key.count("linkbench.link_type_count", 1, 1000, "types of link").withDefault("2");
  static final Key<Long> LINK_DATASIZE =
      Key.count("linkbench.link_datasize", 1, 254, "median bytes of a link's data")
          .withDefault("8");
  static final Key<Long> NODE_DATASIZE =
      Key.count("linkbench.node_datasize", 1, 1 << 20, "median bytes of a node's data")
          .withDefault("128");
  static final Key<Long> RANGE_LIMIT =
      Key.count("linkbench.range_limit", 1, 1_000_000, "links that GET_LINKS_LIST reads at most")
          .withDefault("10000");

  static final Key<Double> READ_SHAPE = shape("read_shape", "0.8", "link reads");
  static final Key<Double> WRITE_SHAPE = shape("write_shape", "0.741", "link writes");
  static final Key<Double> NODE_READ_SHAPE = shape("node_read_shape", "0.625", "node reads");
  static final Key<Double> NODE_UPDATE_SHAPE = shape("node_update_shape", "0.606", "node updates");
  static final Key<Double> READ_UNCORR_BLEND = blend("read_uncorr_blend", "99.5", "link reads");
  static final Key<Double> WRITE_UNCORR_BLEND = blend("write_uncorr_blend", "95", "link writes");

  static final Key<Double> MULTIGET_PROB =
      Key.decimal(
              "linkbench.link_multiget_dist_prob",
              0.001,
              0.999,
              "geometric distribution of the ids of a MULTIGET_LINK")
          .withDefault("0.382");
  static final Key<Long> MULTIGET_MAX =
      Key.count("linkbench.link_multiget_dist_max", 1, 128, "ids of a MULTIGET_LINK at most")
          .withDefault("128");
  static final Key<Double> HISTORY =
      Key.decimal(
              "linkbench.getlinklist_history",
              0,
              100,
              "percent of GET_LINKS_LIST that page further back in a long list")
          .withDefault("0.3");

  /** Percent of the requests, in the order in which the ancestor draws them. */
  static final Map<LinkOperation, Key<Double>> MIX =
      Map.ofEntries(
          mix(LinkOperation.ADD_LINK, "addlink", "8.9886601"),
          mix(LinkOperation.DELETE_LINK, "deletelink", "2.9907664"),
          mix(LinkOperation.UPDATE_LINK, "updatelink", "8.0122125"),
          mix(LinkOperation.COUNT_LINK, "countlink", "4.8863567"),
          mix(LinkOperation.MULTIGET_LINK, "getlink", "0.5261142"),
          mix(LinkOperation.GET_LINKS_LIST, "getlinklist", "50.7119145"),
          mix(LinkOperation.ADD_NODE, "addnode", "2.5732789"),
          mix(LinkOperation.UPDATE_NODE, "updatenode", "7.366437"),
          mix(LinkOperation.DELETE_NODE, "deletenode", "1.0115914"),
          mix(LinkOperation.GET_NODE, "getnode", "12.9326683"));

  static final Key<NodeReads> NODE_READS =
      Key.choice(
              "linkbench.node_reads",
              NodeReads.class,
              "which nodes GET_NODE reads: those loaded, or all, with those added in the run")
          .withDefault("loaded");

  private LinkBenchKeys() {}

  /** Whether to do as the ancestor does where it was wrong. */
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

  private static Key<Double> shape(String name, String value, String what) {
    return Key.decimal("linkbench." + name, 0.0001, 0.9999, "Zipf shape of " + what)
        .withDefault(value);
  }

  private static Key<Double> blend(String name, String value, String what) {
    return Key.decimal(
            "linkbench." + name, 0, 100, "percent of " + what + " not correlated with degree")
        .withDefault(value);
  }

  private static Map.Entry<LinkOperation, Key<Double>> mix(
      LinkOperation operation, String name, String value) {
    return Map.entry(
        operation,
        Key.decimal("linkbench." + name, 0, 100, "percent of " + operation).withDefault(value));
  }

  static List<Key<?>> all() {
    List<Key<?>> keys =
        new ArrayList<>(
            List.of(
                ERA,
                COMPAT,
                STARTID1,
                MAXID1,
                LINK_TYPE_COUNT,
                DEGREES,
                TAIL,
                LINK_DATASIZE,
                NODE_DATASIZE,
                RANGE_LIMIT,
                READ_SHAPE,
                READ_UNCORR_BLEND,
                WRITE_SHAPE,
                WRITE_UNCORR_BLEND,
                NODE_READ_SHAPE,
                NODE_UPDATE_SHAPE,
                MULTIGET_PROB,
                MULTIGET_MAX,
                HISTORY,
                NODE_READS,
                VERIFY));
    for (LinkOperation operation : LinkOperation.values()) {
      if (MIX.containsKey(operation)) {
        keys.add(MIX.get(operation));
      }
    }
    return keys;
  }
}

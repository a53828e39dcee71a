package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.DistributionKind;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The settings of oltp; those of scripts are given under a step's name or under {@code oltp}. */
final class OltpKeys {

  /** The prefix of a key that is meant for the steps of all scripts. */
  static final String ALL_STEPS = "oltp";

  /** The prefix of a key that is meant for the steps of all scripts that only read. */
  static final String ALL_READS = "oltp.reads";

  /** The prefix of a key that is meant for the steps of all scripts that write. */
  static final String ALL_WRITES = "oltp.writes";

  /** How k of loaded rows is drawn, as it is kept with the data; no longer a key of the user's. */
  static final String LOAD_DISTRIBUTION = "oltp.load_distribution";

  /** Ids are signed 32-bit numbers. */
  static final long MOST_ROWS = Integer.MAX_VALUE - 1L;

  private static final long MOST_STATEMENTS = 10_000;
  private static final long MOST_LISTED = 10_000;

  static final Key<Long> TABLES =
      Key.count("oltp.tables", 1, 10_000, "tables, sbtest1 and so on").withDefault("1");
  static final Key<Long> ROWS =
      Key.count("oltp.rows", 1, MOST_ROWS, "rows of each table: sysbench's table-size")
          .withDefault("10000");
  static final Key<Boolean> AUTO_INC =
      Key.flag("oltp.auto_inc", "the server generates the ids of rows that insert adds")
          .withDefault("true");
  static final Key<Boolean> CREATE_SECONDARY =
      Key.flag("oltp.create_secondary", "the step index makes the index k_<n> of each table")
          .withDefault("true");
  static final Key<Text> TEXT =
      Key.choice("oltp.text", Text.class, "the type of the columns c and pad").withDefault("char");
  static final Key<InList> IN_LIST =
      Key.choice(
              "oltp.in_list",
              InList.class,
              "a list of ids as a placeholder for each, or in the product's best form")
          .withDefault("placeholders");
  static final Key<Trips> TRIPS =
      Key.choice(
              "oltp.trips",
              Trips.class,
              "BEGIN and COMMIT as round trips of their own, or merged with others")
          .withDefault("sysbench");
  static final Key<Like> LIKE =
      Key.choice(
              "oltp.like",
              Like.class,
              "sysbench: ids and k are drawn from special, also those of loaded rows, rows are only"
                  + " counted, and the statements of a transaction are not timed one by one")
          .withDefault("none");
  static final Key<Answers> ANSWERS =
      Key.choice(
              "oltp.answers",
              Answers.class,
              "operations whose rows are read value by value and hashed; of others they are counted")
          .withDefaults(LIKE, byLike("sample", "none"));

  static final Key<DistributionKind> DISTRIBUTION =
      Key.choice("distribution", DistributionKind.class, "of ids and of k: sysbench's rand-type")
          .withDefaults(LIKE, byLike("uniform", "special"));
  static final Key<Double> ZIPF_EXPONENT =
      Key.decimal("zipf_exponent", 0, 100, "of zipfian and latest; 0: uniform").withDefault("0.8");
  static final Key<Double> PARETO_H =
      Key.decimal("pareto_h", 0.000001, 0.999999, "the first h of the ids get 1 - h of the draws")
          .withDefault("0.2");
  static final Key<Boolean> SCATTER =
      Key.flag("scatter", "spread the hot ids over the table; else they are neighbours")
          .withDefault("false");
  static final Key<Long> IDS =
      Key.count("ids", 0, MOST_ROWS, "draw ids from 1 to this; 0: from all rows").withDefault("0");
  static final Key<Boolean> SKIP_TRX =
      Key.flag("skip_trx", "each statement commits by itself").withDefault("false");
  static final Key<Long> RANGE_SIZE =
      Key.count("range_size", 1, 10_000_000, "ids of each range").withDefault("100");
  static final Key<Boolean> RANGE_SELECTS =
      Key.flag("range_selects", "all four kinds of ranges, or none").withDefault("true");
  static final Key<Long> POINT_SELECTS = statements("point_selects", "10", "reads by id");
  static final Key<Long> SIMPLE_RANGES = statements("simple_ranges", "1", "reads of a range");
  static final Key<Long> SUM_RANGES = statements("sum_ranges", "1", "sums of k over a range");
  static final Key<Long> ORDER_RANGES = statements("order_ranges", "1", "sorted ranges");
  static final Key<Long> DISTINCT_RANGES =
      statements("distinct_ranges", "1", "sorted ranges without duplicates");
  static final Key<Long> INDEX_UPDATES = statements("index_updates", "1", "updates of k");
  static final Key<Long> NON_INDEX_UPDATES = statements("non_index_updates", "1", "updates of c");
  static final Key<Long> DELETE_INSERTS =
      statements("delete_inserts", "1", "deletes of a row with an insert of the same id");
  static final Key<Long> RANDOM_POINTS =
      Key.count("random_points", 1, MOST_LISTED, "numbers of an IN list").withDefault("10");
  static final Key<Boolean> HOT_POINTS =
      Key.flag("hot_points", "the same ids always, in the middle of the table")
          .withDefault("false");
  static final Key<Long> RANGES =
      Key.count("number_of_ranges", 1, MOST_LISTED, "ranges of k in a statement").withDefault("10");
  static final Key<Long> DELTA =
      Key.count("delta", 0, 1_000_000, "from the first to the last k of such a range")
          .withDefault("5");
  static final Key<On> ON =
      Key.choice("on", On.class, "the column that is searched").withDefault("id");
  static final Key<Boolean> COVERED =
      Key.flag("covered", "read the searched column only; else c as well").withDefault("true");

  static final Key<Long> RECONNECT =
      Key.count(
              "reconnect",
              0,
              1_000_000_000,
              "connect anew after so many transactions of a thread; 0: never")
          .withDefault("0");

  static final Key<Long> ROWS_PER_STATEMENT =
      Key.count("rows_per_statement", 2, 100_000, "rows of each statement of bulk_insert")
          .withDefault("10000");

  static final List<Key<?>> DRAWS = List.of(DISTRIBUTION, ZIPF_EXPONENT, PARETO_H, SCATTER, IDS);

  private OltpKeys() {}

  private static Map<Like, String> byLike(String none, String sysbench) {
    return new EnumMap<>(Map.of(Like.NONE, none, Like.SYSBENCH, sysbench));
  }

  /** k of the loaded rows is drawn as sysbench draws all, or evenly. */
  static DistributionKind loadDistribution(Config config) {
    DistributionKind drawn = config.get(DISTRIBUTION.under(ALL_STEPS));
    return config.get(LIKE) == Like.SYSBENCH ? drawn : DistributionKind.UNIFORM;
  }

  private static Key<Long> statements(String name, String usual, String what) {
    return Key.count(name, 0, MOST_STATEMENTS, what + " in each transaction").withDefault(usual);
  }

  /** Which tool's way it goes. */
  enum Like {
    NONE,
    SYSBENCH
  }

  /** The type of c and pad. */
  enum Text {
    CHAR,
    VARCHAR,
    BYTES
  }

  /** The form of a list of ids. */
  enum InList {
    PLACEHOLDERS,
    ARRAY
  }

  /** How a transaction begins and ends. */
  enum Trips {
    SYSBENCH,
    MERGED
  }

  /** Whose rows are read value by value. */
  enum Answers {
    ALL,
    SAMPLE,
    NONE
  }

  /** The column that a covered search is on. */
  enum On {
    ID,
    K
  }

  /** The keys that determine the loaded data, except the seed. */
  static List<Key<?>> shapingData() {
    return List.of(TABLES, ROWS, AUTO_INC, CREATE_SECONDARY, TEXT);
  }

  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>(shapingData());
    keys.addAll(List.of(LIKE, IN_LIST, TRIPS, ANSWERS));
    for (String prefix : List.of(ALL_STEPS, ALL_READS, ALL_WRITES)) {
      for (Key<?> key : List.of(StepKeys.THREADS, StepKeys.UNTIL, StepKeys.OPERATIONS)) {
        keys.add(key.under(prefix));
      }
      for (Key<?> key : List.of(StepKeys.REPEAT, StepKeys.RATE, StepKeys.PACING)) {
        keys.add(key.under(prefix));
      }
    }
    for (Script script : Script.values()) {
      for (Key<?> key : script.keys()) {
        Key<?> general = key.under(ALL_STEPS);
        if (keys.stream().noneMatch(there -> there.name().equals(general.name()))) {
          keys.add(general);
        }
      }
    }
    keys.add(ROWS_PER_STATEMENT.under(ALL_STEPS));
    return keys;
  }
}

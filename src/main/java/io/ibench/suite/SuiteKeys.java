package io.ibench.suite;

import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys of a suite's file that are no bundles. Stateless. */
public final class SuiteKeys {

  private static final Duration YEAR = Duration.ofDays(365);

  static final Key<String> WORKLOAD =
      Key.text("workload", "the workload's file, beside this one or by its name in workloads/");
  static final Key<String> MAX =
      Key.text(
              "max",
              "options of ibench max, such as --p99 10ms: each cell searches the highest rate that"
                  + " keeps this limit")
          .optional();
  static final Key<List<String>> LEVELS =
      Key.names("levels", "levels that some files of a family have and this one may not")
          .optional();
  static final Key<Long> REPEAT =
      Key.count("repeat", 1, 1000, "cells of each variant").withDefault("1");
  static final Key<Order> ORDER =
      Key.choice(
              "order",
              Order.class,
              "the order of cells; interleaved: every other round in reverse; duet: each cell is a"
                  + " duet of a variant with its base")
          .withDefault("interleaved");
  static final Key<String> DUET =
      Key.text("duet", "options of ibench duet with order = duet, such as --within 0.5 --most 5m")
          .optional();
  static final Key<Long> ORDER_SEED = Key.seed("order.seed", "of order = random").withDefault("1");
  static final Key<String> BASE =
      Key.text("base", "levels of the variants that others are relative to; else the first ones")
          .optional();
  static final Key<String> EXCLUDE =
      Key.text("exclude", "variants to leave out: levels with + between, several with commas")
          .optional();
  static final Key<String> ONLY =
      Key.text("only", "the variants to run: levels with + between, several with commas")
          .optional();
  static final Key<DataMode> DATA =
      Key.choice(
              "data",
              DataMode.class,
              "fresh: each cell loads its data; copy: one load, and a copy for each cell; keep: one"
                  + " load, and all cells go on with the same data")
          .withDefault("fresh");
  static final Key<Clone> CLONE =
      Key.choice(
              "data.clone",
              Clone.class,
              "how data is copied; reflink: the file system shares the blocks until they change")
          .withDefault("copy");
  static final Key<List<String>> SHARED =
      Key.names("data.shared", "factors that do not shape the data, so that they share a copy")
          .optional();
  static final Key<Cache> CACHE =
      Key.choice("cache", Cache.class, "whether the page cache is emptied before each cell")
          .withDefault("leave");
  static final Key<Long> IDLE =
      Key.durationNanos(
              "idle", Duration.ZERO, YEAR, "how long a cell waits for an idle machine; 0s: not")
          .withDefault("1m");
  static final Key<Boolean> IDLE_REQUIRE =
      Key.flag("idle.require", "whether a cell fails on a machine that is not idle")
          .withDefault("false");
  static final Key<Long> PAUSE =
      Key.durationNanos("pause", Duration.ZERO, YEAR, "a rest before each cell, as SSDs need")
          .withDefault("0s");
  static final Key<Boolean> TRIM =
      Key.flag("trim", "whether fstrim runs before each cell").withDefault("false");
  static final Key<Boolean> CANARY =
      Key.flag("canary", "whether the machine is measured for 5 s before each cell")
          .withDefault("true");
  static final Key<Long> CELL_MOST =
      Key.durationNanos("cell.most", "the time after which a cell is ended").optional();
  static final Key<Long> BUDGET =
      Key.durationNanos("budget", "no cell begins that would end after this time").optional();
  static final Key<OnFailure> ON_FAILURE =
      Key.choice("on_failure", OnFailure.class, "what a failed cell means for the suite")
          .withDefault("continue");
  static final Key<Long> GIVE_UP_AFTER =
      Key.count("give_up_after", 1, 1000, "failures after which a variant is given up")
          .withDefault("2");
  static final Key<Boolean> GIVE_UP =
      Key.flag(
              "give_up",
              "whether a cell is ended whose rate is below 5 % of its first minute's for 30 s")
          .withDefault("true");
  static final Key<List<String>> TABLE_BY =
      Key.names("table.by", "factors with a table for each of their levels").optional();
  static final Key<List<String>> TABLE_NAME =
      Key.names(
              "table.name",
              "factors whose levels name the rows of tables, in this order; else all that vary")
          .optional();
  static final Key<String> TABLE_PIVOT =
      Key.text("table.pivot", "a factor whose levels stand side by side in a table of rates")
          .optional();
  static final Key<Set<TableKind>> TABLES =
      Key.choices("tables", TableKind.class, "which tables").withDefault("engines, loads");
  static final Key<Boolean> UNLIKE =
      Key.flag("unlike", "whether variants that do different work stand beside each other")
          .withDefault("false");

  /** How data is copied. */
  enum Clone {
    COPY,
    REFLINK
  }

  /** Whether a cell begins with an empty page cache. */
  enum Cache {
    DROP,
    LEAVE
  }

  /** What follows a failed cell. */
  enum OnFailure {
    CONTINUE,
    STOP
  }

  /** The tables of the results. */
  enum TableKind {
    ENGINES,
    LOADS
  }

  /** The keys that may be given with any scale. */
  static final List<Key<?>> SINGLE =
      List.of(
          WORKLOAD,
          MAX,
          LEVELS,
          REPEAT,
          ORDER,
          ORDER_SEED,
          DUET,
          BASE,
          EXCLUDE,
          ONLY,
          DATA,
          CLONE,
          SHARED,
          CACHE,
          IDLE,
          IDLE_REQUIRE,
          PAUSE,
          TRIM,
          CANARY,
          CELL_MOST,
          BUDGET,
          ON_FAILURE,
          GIVE_UP_AFTER,
          GIVE_UP,
          TABLE_BY,
          TABLE_NAME,
          TABLE_PIVOT,
          TABLES,
          UNLIKE);

  static final Set<String> SINGLE_NAMES =
      SINGLE.stream().map(Key::name).collect(Collectors.toUnmodifiableSet());

  /** What cannot be a level, because keys begin or end with it. */
  static final Set<String> RESERVED =
      Set.of("server", "conf", "set", "limit", "vary", "scale", "expect", "like", "include");

  private SuiteKeys() {}

  /** Whether a key is that of a suite's file; if not, it is one of the workload or database. */
  public static boolean isOfSuite(String key) {
    List<String> words = List.of(key.split("\\."));
    return SINGLE_NAMES.contains(key)
        || RESERVED.contains(words.get(0))
        || words.stream().anyMatch(word -> Area.of(word).isPresent());
  }
}

package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.config.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The keys of a step and of its groups of threads; the step's name precedes each key. */
public final class StepKeys {

  /** The rows of a table with 64-bit keys, with room for sums. */
  private static final long MOST_ROWS = 1L << 61;

  public static final Key<List<String>> STEPS =
      Key.names("steps", "the steps of the experiment, in order");
  public static final Key<Long> SEED =
      Key.seed("seed", "from which loaded data and every choice are derived")
          .withDefault("1733776768");
  public static final Key<String> LIKE =
      Key.text("like", "the step whose settings this one takes over").optional();
  public static final Key<Until> UNTIL =
      Key.until(
              "until",
              "ends the step, or each repeat, after this time; or when its rate is steady, or known"
                  + " to such as 1 %, after 10m at most, or as in steady or 20m")
          .optional();
  public static final Key<Long> OPERATIONS =
      Key.count("operations", 1, Long.MAX_VALUE, "ends the step after so many operations")
          .optional();
  public static final Key<Long> REPEAT =
      Key.count("repeat", 1, 1_000_000, "repeats reported apart, without a pause between")
          .withDefault("1");
  public static final Key<Long> THREADS =
      Key.count("threads", 1, 10_000, "threads, each with a session of its own").withDefault("4");
  public static final Key<Rate> RATE =
      Key.rate("rate", "all threads together; unlimited: as fast as they can")
          .withDefault("unlimited");
  public static final Key<String> PROFILE =
      Key.text(
              "profile",
              "a rate that changes, instead of rate and until: 1000/s 60s, ..5000/s 10m; steps"
                  + " 1000/s..8000/s by 1000/s every 60s; wave 2000/s +-1000/s every 24h for 7d;"
                  + " or a .csv file of seconds and rate")
          .optional();
  public static final Key<Pacing> PACING =
      Key.choice(
              "pacing",
              Pacing.class,
              "how a rate's starts are spread: in turn, at random, or in one burst a second")
          .withDefault("even");
  public static final Key<Long> ROWS_PER_COMMIT =
      Key.count(
              "rows_per_commit",
              1,
              100_000,
              "rows in one transaction, and in one statement if they fit")
          .withDefault("1000");

  public static final Key<Long> ROWS =
      Key.count("rows", 1, MOST_ROWS, "inserted rows of each client, which end the step")
          .optional();
  public static final Key<Long> AT_LEAST =
      Key.durationNanos(
              "at_least",
              Duration.ZERO,
              Duration.ofDays(365),
              "how long a step that waits takes at least; 0s: only until the database is at rest")
          .optional();
  public static final Key<Long> SNAPSHOT =
      Key.durationNanos(
              "snapshot",
              Duration.ofMillis(100),
              Duration.ofDays(365),
              "each client holds a read transaction open for this time, again and again")
          .optional();
  public static final Key<String> FOLLOWS =
      Key.text("follows", "the group whose committed operations this one answers").optional();
  public static final Key<Long> LAG =
      Key.count(
              "lag", 1, 1_000_000, "commits by which a follower may be late; then its group waits")
          .withDefault("8");
  public static final Key<Map<String, Double>> MIX =
      Key.shares("mix", "what a group's workers choose from, with shares: market 2, pdc")
          .optional();

  public static final Key<String> MATRIX_GROUP =
      Key.text("matrix_group", "the heading above the step in compare --matrix").optional();

  private StepKeys() {}

  /**
   * The seed and the other keys that shape a workload's data, with their values as text.
   *
   * @param shapingData have a value or a default
   */
  public static Map<String, String> dataSettings(Config config, List<Key<?>> shapingData) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(SEED.name(), Long.toString(config.get(SEED)));
    for (Key<?> key : shapingData) {
      config
          .find(key)
          .ifPresent(value -> values.put(key.name(), value.toString().toLowerCase(Locale.ROOT)));
    }
    return values;
  }

  /** Every key of a step, and of the groups of its threads. */
  public static List<Key<?>> all() {
    List<Key<?>> all =
        new ArrayList<>(
            List.of(
                LIKE,
                UNTIL,
                OPERATIONS,
                ROWS,
                REPEAT,
                AT_LEAST,
                ROWS_PER_COMMIT,
                SNAPSHOT,
                PROFILE,
                MATRIX_GROUP));
    all.addAll(ofGroups());
    return all;
  }

  /** The keys of a group; in a step with one group also keys of the step. */
  public static List<Key<?>> ofGroups() {
    return List.of(THREADS, RATE, PACING, MIX, FOLLOWS, LAG);
  }
}

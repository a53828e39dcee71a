package io.ibench.workload;

import io.ibench.config.Key;
import io.ibench.config.Rate;
import java.util.List;

/** The keys that a step and its groups of threads have; each stands under the step's name. */
public final class StepKeys {

  public static final Key<List<String>> STEPS =
      Key.names("steps", "the steps of the experiment, in order");
  public static final Key<Long> SEED =
      Key.seed("seed", "from which loaded data and every choice are derived")
          .withDefault("1733776768");
  public static final Key<String> LIKE =
      Key.text("like", "the step whose settings this one takes over").optional();
  public static final Key<Long> UNTIL =
      Key.durationNanos("until", "ends the step, or each repeat, after this time").optional();
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
  public static final Key<Pacing> PACING =
      Key.choice("pacing", Pacing.class, "how a rate's starts are spread: in turn or at random")
          .withDefault("even");
  public static final Key<Long> ROWS_PER_COMMIT =
      Key.count(
              "rows_per_commit",
              1,
              100_000,
              "rows in one transaction, and in one statement if they fit")
          .withDefault("1000");

  private StepKeys() {}

  public static List<Key<?>> all() {
    return List.of(LIKE, UNTIL, OPERATIONS, REPEAT, THREADS, RATE, PACING, ROWS_PER_COMMIT);
  }
}

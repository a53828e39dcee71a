package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.Distribution;
import io.ibench.random.DistributionKind;
import io.ibench.workload.Step;
import io.ibench.workload.oltp.OltpKeys.On;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The settings of one step with a script. Numbers of statements that the script does not have are
 * 0. Immutable.
 *
 * @param ids the numbers that ids and k are drawn from, from 1 on
 * @param listed the numbers of an IN list, or the ranges of a statement
 * @param reconnect the transactions of a thread on one connection; 0: all
 */
record StepSettings(
    Script script,
    Draws draws,
    boolean transaction,
    Counts counts,
    int rangeSize,
    int listed,
    int delta,
    boolean hotPoints,
    On on,
    boolean covered,
    int reconnect) {

  /**
   * How ids and k are drawn.
   *
   * @param ids from 1 to this
   */
  record Draws(
      DistributionKind kind, double zipfExponent, double paretoH, boolean scatter, long ids) {

    Distribution distribution() {
      return kind.over(ids, zipfExponent, paretoH);
    }

    boolean isUniform() {
      return kind == DistributionKind.UNIFORM;
    }
  }

  /** The number of statements of each kind in one transaction. */
  record Counts(
      int points,
      int simple,
      int sum,
      int order,
      int distinct,
      int indexUpdates,
      int nonIndexUpdates,
      int deleteInserts) {

    int all() {
      return points
          + simple
          + sum
          + order
          + distinct
          + indexUpdates
          + nonIndexUpdates
          + 2 * deleteInserts;
    }

    /** The number of different statements. */
    int kinds() {
      return (int)
              IntStream.of(points, simple, sum, order, distinct, indexUpdates, nonIndexUpdates)
                  .filter(count -> count > 0)
                  .count()
          + (deleteInserts > 0 ? 2 : 0);
    }

    boolean writes() {
      return indexUpdates + nonIndexUpdates + deleteInserts > 0;
    }

    /** How often the last kind of statements is executed in a transaction. */
    int last() {
      return IntStream.of(
              deleteInserts, nonIndexUpdates, indexUpdates, distinct, order, sum, simple, points)
          .filter(count -> count > 0)
          .findFirst()
          .orElse(0);
    }

    /** Whether COMMIT travels with the last statement, which must be the only one of its kind. */
    boolean mergesCommit(OltpKeys.Trips trips) {
      return trips == OltpKeys.Trips.MERGED && last() == 1;
    }

    /** The statements of a transaction that travel with others. */
    int savedTrips(OltpKeys.Trips trips) {
      return trips == OltpKeys.Trips.MERGED ? mergesCommit(trips) ? 2 : 1 : 0;
    }
  }

  /**
   * Reads and checks them.
   *
   * @param names under which the step's keys are given
   */
  static StepSettings read(Config config, Step step, List<String> names, OltpSettings data) {
    Script script = Script.of(step.kind());
    Reader reader = new Reader(config, script, names);
    boolean many = script.has(OltpKeys.SKIP_TRX);
    StepSettings settings =
        new StepSettings(
            script,
            reader.draws(step, data),
            many && !reader.get(OltpKeys.SKIP_TRX, false),
            reader.counts(),
            reader.number(OltpKeys.RANGE_SIZE),
            script == Script.SELECT_RANDOM_RANGES
                ? reader.number(OltpKeys.RANGES)
                : reader.number(OltpKeys.RANDOM_POINTS),
            reader.number(OltpKeys.DELTA),
            reader.get(OltpKeys.HOT_POINTS, false),
            reader.get(OltpKeys.ON, On.ID),
            reader.get(OltpKeys.COVERED, true),
            reader.number(OltpKeys.RECONNECT));
    settings.check(config, step, data);
    return settings;
  }

  private void check(Config config, Step step, OltpSettings data) {
    boolean counted =
        script.has(OltpKeys.POINT_SELECTS)
            || script.has(OltpKeys.INDEX_UPDATES)
            || script.has(OltpKeys.NON_INDEX_UPDATES);
    if (counted && counts.all() == 0) {
      Key<Long> key =
          script.has(OltpKeys.POINT_SELECTS)
              ? OltpKeys.POINT_SELECTS
              : script.has(OltpKeys.INDEX_UPDATES)
                  ? OltpKeys.INDEX_UPDATES
                  : OltpKeys.NON_INDEX_UPDATES;
      config.problem("leaves the transaction without a statement", key.under(step.name()));
    }
    if (hotPoints && listed > data.rows() - data.rows() / 2) {
      config.problem(
          "with hot_points is more than the upper half of the " + data.rows() + " rows of a table",
          OltpKeys.RANDOM_POINTS.under(step.name()));
    }
  }

  /** Reads the keys that the script has. */
  private record Reader(Config config, Script script, List<String> names) {

    <T> T get(Key<T> key, T without) {
      return script.has(key) ? config.get(key, names) : without;
    }

    int number(Key<Long> key) {
      return Math.toIntExact(get(key, 0L));
    }

    Draws draws(Step step, OltpSettings data) {
      if (!script.has(OltpKeys.IDS)) {
        return new Draws(DistributionKind.UNIFORM, 0, 0, false, data.rows());
      }
      long ids = config.get(OltpKeys.IDS, names);
      if (ids > data.rows()) {
        config.problem(
            "is more than the " + data.rows() + " rows of a table",
            OltpKeys.IDS.under(step.name()),
            OltpKeys.ROWS);
      }
      return new Draws(
          config.get(OltpKeys.DISTRIBUTION, names),
          config.get(OltpKeys.ZIPF_EXPONENT, names),
          config.get(OltpKeys.PARETO_H, names),
          config.get(OltpKeys.SCATTER, names),
          ids == 0 ? data.rows() : ids);
    }

    Counts counts() {
      boolean ranges = get(OltpKeys.RANGE_SELECTS, true);
      return new Counts(
          script == Script.POINT_SELECT ? 1 : number(OltpKeys.POINT_SELECTS),
          ranges ? number(OltpKeys.SIMPLE_RANGES) : 0,
          ranges ? number(OltpKeys.SUM_RANGES) : 0,
          ranges ? number(OltpKeys.ORDER_RANGES) : 0,
          ranges ? number(OltpKeys.DISTINCT_RANGES) : 0,
          number(OltpKeys.INDEX_UPDATES),
          number(OltpKeys.NON_INDEX_UPDATES),
          number(OltpKeys.DELETE_INSERTS));
    }
  }
}

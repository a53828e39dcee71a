package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.Distribution;
import io.ibench.random.DistributionKind;
import io.ibench.workload.Step;
import io.ibench.workload.oltp.OltpKeys.On;
import io.ibench.workload.table.StepOptions;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The settings of one step with a script. Numbers of statements that the script does not have are
 * 0. Immutable.
 *
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
    StepOptions reader = new StepOptions(config, names, script::has);
    boolean many = script.has(OltpKeys.SKIP_TRX);
    StepSettings settings =
        new StepSettings(
            script,
            draws(reader, step, data),
            many && !reader.get(OltpKeys.SKIP_TRX, false),
            counts(reader, script),
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

  private static Draws draws(StepOptions reader, Step step, OltpSettings data) {
    if (!reader.has().test(OltpKeys.IDS)) {
      return new Draws(DistributionKind.UNIFORM, 0, 0, false, data.rows());
    }
    long ids = reader.get(OltpKeys.IDS);
    if (ids > data.rows()) {
      reader
          .config()
          .problem(
              "is more than the " + data.rows() + " rows of a table",
              OltpKeys.IDS.under(step.name()),
              OltpKeys.ROWS);
    }
    return new Draws(
        reader.get(OltpKeys.DISTRIBUTION),
        reader.get(OltpKeys.ZIPF_EXPONENT),
        reader.get(OltpKeys.PARETO_H),
        reader.get(OltpKeys.SCATTER),
        ids == 0 ? data.rows() : ids);
  }

  private static Counts counts(StepOptions reader, Script script) {
    boolean ranges = reader.get(OltpKeys.RANGE_SELECTS, true);
    return new Counts(
        script == Script.POINT_SELECT ? 1 : reader.number(OltpKeys.POINT_SELECTS),
        ranges ? reader.number(OltpKeys.SIMPLE_RANGES) : 0,
        ranges ? reader.number(OltpKeys.SUM_RANGES) : 0,
        ranges ? reader.number(OltpKeys.ORDER_RANGES) : 0,
        ranges ? reader.number(OltpKeys.DISTINCT_RANGES) : 0,
        reader.number(OltpKeys.INDEX_UPDATES),
        reader.number(OltpKeys.NON_INDEX_UPDATES),
        reader.number(OltpKeys.DELETE_INSERTS));
  }
}

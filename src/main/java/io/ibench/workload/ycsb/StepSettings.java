package io.ibench.workload.ycsb;

import io.ibench.config.Config;
import io.ibench.workload.Step;
import io.ibench.workload.table.Shares;
import io.ibench.workload.ycsb.YcsbKeys.ScanLengths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one step with requests. Immutable.
 *
 * @param expectedInserts new rows that zipfian requests are prepared for
 */
record StepSettings(
    Shares shares,
    RequestDistribution distribution,
    int minScan,
    int maxScan,
    ScanLengths scanLengths,
    boolean writesAllFields,
    long expectedInserts) {

  /** YCSB prepares for twice the expected number of new rows. */
  private static final double MORE_INSERTS = 2;

  /**
   * Reads and checks them.
   *
   * @param names under which the step's keys are given
   */
  static StepSettings read(Config config, Step.Work step, List<String> names, CoreMix core) {
    YcsbOperation[] operations = YcsbOperation.values();
    double[] proportions = new double[operations.length];
    for (YcsbOperation operation : operations) {
      if (operation != YcsbOperation.LOAD) {
        Optional<Double> given = config.find(YcsbKeys.proportion(operation), names);
        proportions[operation.ordinal()] = given.orElse(core.proportion(operation));
      }
    }
    if (Arrays.stream(proportions).sum() <= 0) {
      config.problem(
          "leaves no operation: each of the five proportions is 0",
          YcsbKeys.proportion(YcsbOperation.READ).under(step.name()));
      proportions[YcsbOperation.READ.ordinal()] = 1;
    }
    Shares shares = Shares.of(proportions);
    int min = Math.toIntExact(config.get(YcsbKeys.MINSCANLENGTH, names));
    int max = Math.toIntExact(config.get(YcsbKeys.MAXSCANLENGTH, names));
    if (min > max) {
      config.problem(
          "is more than the " + max + " rows of the longest scan, maxscanlength",
          YcsbKeys.MINSCANLENGTH.under(step.name()));
    }
    double inserts = shares.percentages()[YcsbOperation.INSERT.ordinal()] / 100;
    return new StepSettings(
        shares,
        config.find(YcsbKeys.REQUESTDISTRIBUTION, names).orElse(core.distribution()),
        min,
        Math.max(min, max),
        config.get(YcsbKeys.SCANLENGTHDISTRIBUTION, names),
        config.get(YcsbKeys.WRITEALLFIELDS, names),
        (long) (step.operations().orElse(0) * inserts * MORE_INSERTS));
  }

  boolean has(YcsbOperation operation) {
    return shares.has(operation);
  }

  boolean writes() {
    return has(YcsbOperation.UPDATE)
        || has(YcsbOperation.INSERT)
        || has(YcsbOperation.READ_MODIFY_WRITE);
  }
}

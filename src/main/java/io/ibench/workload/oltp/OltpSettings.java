package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.random.DistributionKind;
import io.ibench.workload.StepKeys;

/**
 * The settings of the data and of all steps. Immutable.
 *
 * @param bulk whether the tables are those of bulk_insert, which have no index and no text
 */
record OltpSettings(
    long seed,
    int tables,
    long rows,
    boolean autoInc,
    boolean secondary,
    OltpKeys.Text text,
    OltpKeys.InList inList,
    OltpKeys.Trips trips,
    OltpKeys.Answers answers,
    DistributionKind loadDistribution,
    boolean bulk) {

  static OltpSettings from(Config config) {
    config.explain(
        OltpKeys.LOAD_DISTRIBUTION, "oltp.like = sysbench draws k of loaded rows as all k");
    config.explain("oltp.statement_latencies", "oltp.like = sysbench times no single statement");
    return new OltpSettings(
        config.get(StepKeys.SEED),
        Math.toIntExact(config.get(OltpKeys.TABLES)),
        config.get(OltpKeys.ROWS),
        config.get(OltpKeys.AUTO_INC),
        config.get(OltpKeys.CREATE_SECONDARY),
        config.get(OltpKeys.TEXT),
        config.get(OltpKeys.IN_LIST),
        config.get(OltpKeys.TRIPS),
        config.get(OltpKeys.ANSWERS),
        OltpKeys.loadDistribution(config),
        false);
  }

  /** The same with the tables of bulk_insert, which only that script fills. */
  OltpSettings ofBulkInsert() {
    return new OltpSettings(
        seed, tables, 0, false, false, text, inList, trips, answers, loadDistribution, true);
  }

  /** The bytes of all values of a row. */
  long rowBytes() {
    return bulk ? 2L * Integer.BYTES : RowContent.ROW_BYTES;
  }

  long allRows() {
    return Math.multiplyExact(rows, (long) tables);
  }
}

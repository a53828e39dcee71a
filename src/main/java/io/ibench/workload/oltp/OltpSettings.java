package io.ibench.workload.oltp;

import io.ibench.config.Config;
import io.ibench.random.DistributionKind;
import io.ibench.workload.StepKeys;

/** The settings of the data and of all steps. Immutable. */
record OltpSettings(
    long seed,
    int tables,
    long rows,
    boolean autoInc,
    boolean secondary,
    OltpKeys.Text text,
    OltpKeys.InList inList,
    OltpKeys.Trips trips,
    DistributionKind loadDistribution) {

  static OltpSettings from(Config config) {
    return new OltpSettings(
        config.get(StepKeys.SEED),
        Math.toIntExact(config.get(OltpKeys.TABLES)),
        config.get(OltpKeys.ROWS),
        config.get(OltpKeys.AUTO_INC),
        config.get(OltpKeys.CREATE_SECONDARY),
        config.get(OltpKeys.TEXT),
        config.get(OltpKeys.IN_LIST),
        config.get(OltpKeys.TRIPS),
        config.get(OltpKeys.LOAD_DISTRIBUTION));
  }

  long allRows() {
    return Math.multiplyExact(rows, (long) tables);
  }
}

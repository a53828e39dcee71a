package io.ibench.workload.ycsb;

import io.ibench.config.Config;
import io.ibench.workload.StepKeys;

/**
 * The settings of the data. Immutable.
 *
 * @param records that the load inserts
 * @param fieldLength in bytes
 */
record YcsbSettings(long seed, long records, int fields, int fieldLength) {

  static YcsbSettings from(Config config) {
    return new YcsbSettings(
        config.get(StepKeys.SEED),
        config.get(YcsbKeys.RECORDCOUNT),
        Math.toIntExact(config.get(YcsbKeys.FIELDCOUNT)),
        Math.toIntExact(config.get(YcsbKeys.FIELDLENGTH)));
  }

  /** The bytes of a row without its key. */
  long fieldBytes() {
    return (long) fields * fieldLength;
  }
}

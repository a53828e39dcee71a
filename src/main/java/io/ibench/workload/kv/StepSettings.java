package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.table.StepOptions;
import java.util.List;

/**
 * The settings of one step with a benchmark. Those that the benchmark does not have are 0.
 * Immutable.
 *
 * @param nexts rows of each seek
 * @param reads of 100 operations of a mix
 * @param byteRate of the writer, in a second; 0: unlimited
 */
record StepSettings(
    Benchmark benchmark,
    int batchSize,
    int multiget,
    int nexts,
    double skew,
    double reads,
    long byteRate,
    Pacing writerPacing) {

  /**
   * Reads them.
   *
   * @param names under which the step's keys are given
   */
  static StepSettings read(Config config, Step step, List<String> names) {
    Benchmark benchmark = Benchmark.of(step.kind());
    StepOptions reader = new StepOptions(config, names, benchmark::has);
    return new StepSettings(
        benchmark,
        reader.number(KvKeys.BATCH_SIZE),
        reader.number(KvKeys.MULTIGET),
        reader.number(KvKeys.NEXTS) + reader.number(KvKeys.RANGE_NEXTS),
        reader.get(KvKeys.EXP_RANGE, 0.0),
        reader.get(KvKeys.READ_PCT, 0.0),
        reader.get(KvKeys.BYTE_RATE, 0L),
        reader.get(KvKeys.WRITER_PACING, Pacing.EVEN));
  }
}

package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.workload.Step;
import io.ibench.workload.table.StepOptions;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one step with a benchmark. Those that the benchmark does not have are 0.
 * Immutable.
 *
 * @param nexts rows of each seek
 * @param reads of 100 operations of a mix
 * @param ranges of a multiscan, and the keys between two of them
 * @param mix the requests of mixgraph
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
    int ranges,
    long stride,
    Optional<MixGraph> mix) {

  /**
   * Reads them.
   *
   * @param names under which the step's keys are given
   */
  static StepSettings read(Config config, Step step, List<String> names, KvSettings settings) {
    Benchmark benchmark = Benchmark.of(step.kind());
    StepOptions reader = new StepOptions(config, names, benchmark::has);
    return new StepSettings(
        benchmark,
        reader.number(KvKeys.BATCH_SIZE),
        reader.number(KvKeys.MULTIGET),
        reader.number(KvKeys.NEXTS)
            + reader.number(KvKeys.RANGE_NEXTS)
            + reader.number(KvKeys.MULTISCAN_NEXTS),
        reader.get(KvKeys.EXP_RANGE, 0.0),
        reader.get(KvKeys.READ_PCT, 0.0),
        reader.get(KvKeys.BYTE_RATE, 0L),
        reader.number(KvKeys.MULTISCAN_SIZE),
        reader.get(KvKeys.MULTISCAN_STRIDE, 0L),
        benchmark == Benchmark.MIXGRAPH
            ? Optional.of(MixGraph.read(reader, settings, step.name()))
            : Optional.empty());
  }
}

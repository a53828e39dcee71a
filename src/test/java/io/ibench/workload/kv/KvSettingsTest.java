package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Key;
import io.ibench.db.Command;
import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings are refused or just pass, and what plans and benchmarks say of themselves. */
class KvSettingsTest {

  private static void assertRefused(String problem, String steps, String... settings) {
    assertThat(KvTrial.mistakes(steps, settings)).containsExactly("settings: " + problem);
  }

  private static void assertTaken(String steps, String... settings) {
    assertThat(KvTrial.mistakes(steps, settings)).isEmpty();
  }

  private static List<Benchmark> benchmarks(Predicate<Benchmark> which) {
    return Arrays.stream(Benchmark.values()).filter(which).toList();
  }

  private static StepSettings step(String steps, String... settings) {
    KvPlan plan = KvTrial.plan(steps, settings);
    return plan.settings(plan.steps().get(plan.steps().size() - 1));
  }

  @Test
  void theBytesOfAKeyHoldEveryNumber() {
    assertRefused(
        "kv.key_size = 1: leaves 1 bytes for the number, which 257 keys do not fit into",
        "readrandom",
        "kv.key_size=1",
        "kv.num=257");
    assertTaken("readrandom", "kv.key_size=1", "kv.num=256");
    assertTaken("readrandom", "kv.key_size=8", "kv.num=1000B");
  }

  @Test
  void aPrefixLeavesBytesForTheNumber() {
    assertRefused(
        "kv.prefix_size = 20: leaves no byte of the 20 of kv.key_size for the number",
        "readrandom",
        "kv.keys_per_prefix=10",
        "kv.prefix_size=20");
    assertTaken("readrandom", "kv.keys_per_prefix=10", "kv.prefix_size=18");
    assertTaken("readrandom", "kv.prefix_size=20");
    assertRefused(
        "kv.keys_per_prefix = 1001: is more than all 1000 keys",
        "readrandom",
        "kv.keys_per_prefix=1001");
    assertTaken("readrandom", "kv.keys_per_prefix=1000");
    assertRefused(
        "kv.keys_per_prefix = 10: needs kv.key = bytes",
        "readrandom",
        "kv.keys_per_prefix=10",
        "kv.key=number");
    assertTaken("readrandom", "kv.key=number");
  }

  @Test
  void dataOfDbBenchIsWrittenByOneThread() {
    assertRefused(
        "fillseq.threads = 2: is more than the one thread with which kv.like = db_bench"
            + " writes the keys and values of db_bench; set fillseq.threads = 1",
        "fillseq",
        "kv.like=db_bench",
        "fillseq.threads=2");
    assertTaken("fillseq", "kv.like=db_bench", "fillseq.threads=1");
    assertTaken("fillseq", "fillseq.threads=2");
    assertTaken("readrandom", "kv.like=db_bench", "readrandom.threads=2");
  }

  @Test
  void missingKeysNeedAByteAfterTheNumber() {
    String problem =
        "needs kv.key = bytes and a byte after the number's 8: it asks for keys between those of"
            + " the table; step readmissing";
    assertRefused("kv.key_size = 8: " + problem, "readmissing", "kv.key_size=8");
    assertRefused("kv.key_size = 20: " + problem, "readmissing", "kv.key=number");
    assertTaken("readmissing", "kv.key_size=9");
    assertTaken("readrandom", "kv.key_size=8");
  }

  @Test
  void aWriterWritesARowAnHourAtLeast() {
    assertRefused(
        "readwhilewriting.byte_rate = 1000B: is less than one row an hour, which has 16000020"
            + " bytes",
        "readwhilewriting",
        "kv.value_size=16M",
        "readwhilewriting.byte_rate=1000B");
    assertTaken("readwhilewriting", "kv.value_size=16M", "readwhilewriting.byte_rate=5000B");
    assertTaken("readwhilewriting", "kv.value_size=16M", "readwhilewriting.byte_rate=0");
  }

  @ParameterizedTest
  @CsvSource({"bytes, 20, 120", "number, 8, 108"})
  void aRowHasTheBytesOfItsKeyAndValue(String key, int keyBytes, int rowBytes) {
    KvPlan plan = KvTrial.plan("fillseq", "kv.key=" + key);
    assertThat(plan.settings().keyBytes()).isEqualTo(keyBytes);
    assertThat(plan.settings().rowBytes()).isEqualTo(rowBytes);
    assertThat(plan.rowBytes()).hasValue(rowBytes);
    assertThat(plan.exactRows()).hasValue(1000);
    assertThat(plan.rowsContainTimes()).isFalse();
  }

  @Test
  void prefixesAreSharedByAsManyKeysAsAskedFor() {
    byte[] key = new byte[20];
    KvTrial.plan("fillseq", "kv.keys_per_prefix=300").settings().keys().write(5, key);
    assertThat(key[7]).as("3 prefixes of 1,000 keys").isEqualTo((byte) 2);
    KvTrial.plan("fillseq").settings().keys().write(5, key);
    assertThat(key[7]).as("the number without a prefix").isEqualTo((byte) 5);
  }

  @Test
  void theOldNameOfTheKeySaysTheNewOne() {
    assertRefused(
        "kv.compat: unknown key; kv.like = db_bench draws the keys and values of db_bench",
        "fillseq",
        "kv.compat=db_bench_8_2");
    assertRefused(
        "readwhilewriting.writer_pacing: unknown key; the writer beside readers writes evenly",
        "readwhilewriting",
        "readwhilewriting.writer_pacing=bursty");
    assertThat(KvTrial.plan("fillseq", "kv.like=db_bench").settings().isLikeDbBench()).isTrue();
    assertThat(KvTrial.plan("fillseq").settings().isLikeDbBench()).isFalse();
  }

  @Test
  void benchmarksFillWriteDeleteAndReadBackwards() {
    assertThat(benchmarks(Benchmark::fills))
        .containsExactly(Benchmark.FILLSEQ, Benchmark.FILLRANDOM, Benchmark.FILLUNIQUERANDOM);
    assertThat(benchmarks(Benchmark::deletes))
        .containsExactly(Benchmark.DELETERANDOM, Benchmark.DELETESEQ);
    assertThat(benchmarks(Benchmark::hasWriter))
        .containsExactly(
            Benchmark.READWHILEWRITING,
            Benchmark.SEEKRANDOMWHILEWRITING,
            Benchmark.FWDRANGEWHILEWRITING,
            Benchmark.REVRANGEWHILEWRITING);
    assertThat(benchmarks(Benchmark::isReverse))
        .containsExactly(Benchmark.REVRANGE, Benchmark.READREVERSE, Benchmark.REVRANGEWHILEWRITING);
    assertThat(benchmarks(Benchmark::writes))
        .containsExactly(
            Benchmark.OVERWRITE,
            Benchmark.UPDATERANDOM,
            Benchmark.DELETERANDOM,
            Benchmark.DELETESEQ,
            Benchmark.READRANDOMWRITERANDOM,
            Benchmark.MIXGRAPH,
            Benchmark.READWHILEWRITING,
            Benchmark.SEEKRANDOMWHILEWRITING,
            Benchmark.FWDRANGEWHILEWRITING,
            Benchmark.REVRANGEWHILEWRITING);
    assertThat(Benchmark.of("readseq")).isEqualTo(Benchmark.READSEQ);
    assertThat(Benchmark.READSEQ.label()).isEqualTo("readseq");
    assertThat(Benchmark.READSEQ.operation()).isEqualTo(KvOperation.SCAN);
  }

  @Test
  void operationsHaveTheirNamesAndRoles() {
    assertThat(KvTrial.plan("fillseq").operations())
        .containsExactly(
            "put", "overwrite", "update", "get", "multiget", "seek", "multiscan", "delete", "scan");
    assertThat(KvOperation.GET.label()).isEqualTo("get");
    assertThat(KvTrial.plan("fillseq").role(0)).isEqualTo(Role.INSERT);
    assertThat(KvTrial.plan("fillseq").role(1)).isEqualTo(Role.QUERY);
    assertThat(Arrays.stream(KvOperation.values()).filter(KvOperation::isRead))
        .containsExactly(
            KvOperation.GET,
            KvOperation.MULTIGET,
            KvOperation.SEEK,
            KvOperation.MULTISCAN,
            KvOperation.SCAN);
  }

  @Test
  void settingsOfAStepAreThoseOfItsBenchmark() {
    assertThat(step("readrandom"))
        .isEqualTo(
            new StepSettings(Benchmark.READRANDOM, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty()));
    assertThat(step("overwrite", "kv.batch_size=3").batchSize()).isEqualTo(3);
    assertThat(step("multireadrandom", "kv.multiget=7", "kv.exp_range=2"))
        .isEqualTo(
            new StepSettings(Benchmark.MULTIREADRANDOM, 0, 7, 0, 2, 0, 0, 0, 0, Optional.empty()));
    assertThat(step("readrandomwriterandom").reads()).isEqualTo(90);
    assertThat(step("readwhilewriting"))
        .isEqualTo(
            new StepSettings(
                Benchmark.READWHILEWRITING, 0, 0, 0, 0, 0, 2 << 20, 0, 0, Optional.empty()));
    assertThat(step("seekrandom", "kv.nexts=4").nexts()).isEqualTo(4);
  }

  @Test
  void keysOfBenchmarksAreGivenForAllStepsOnce() {
    assertThat(new KvWorkload().keys())
        .extracting(Key::name)
        .startsWith(
            "kv.num",
            "kv.key",
            "kv.key_size",
            "kv.value_size",
            "kv.max_value_size",
            "kv.compression_ratio",
            "kv.keys_per_prefix",
            "kv.prefix_size",
            "kv.like",
            "kv.threads",
            "kv.until",
            "kv.operations")
        .contains("kv.batch_size", "kv.multiget", "kv.nexts", "kv.exp_range", "kv.read_pct")
        .contains("kv.byte_rate")
        .doesNotHaveDuplicates()
        .hasSize(27);
  }

  @Test
  void theDataDependsOnTheSeedAndTheSettingsThatShapeIt() {
    assertThat(KvTrial.plan("fillseq").dataSettings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "seed", "7",
                "kv.num", "1000",
                "kv.key", "bytes",
                "kv.key_size", "20",
                "kv.value_size", "100",
                "kv.compression_ratio", "0.5",
                "kv.keys_per_prefix", "0",
                "kv.prefix_size", "8",
                "kv.like", "none"));
  }

  @Test
  void aRandomFillLeavesAShareOfTheKeys() {
    assertThat(KvTrial.plan("fillrandom").tables())
        .extracting(Plan.LoadedTable::rows)
        .containsExactly(632L);
    assertThat(KvTrial.plan("filluniquerandom, readrandom").tables())
        .extracting(Plan.LoadedTable::rows)
        .containsExactly(1000L);
  }

  @Test
  void stepsThatWriteNothingOnlyRead() {
    KvPlan plan = KvTrial.plan("readrandom, overwrite, readwhilewriting, flush, compact");
    assertThat(plan.steps())
        .extracting(Step::use)
        .containsExactly(
            TableUse.READS, TableUse.WRITES, TableUse.WRITES, TableUse.READS, TableUse.READS);
    assertThat(plan.steps())
        .extracting(plan::onlyReads)
        .containsExactly(true, false, false, false, false);
  }

  @Test
  void onlyBatchesOfWritesNeedTransactions() {
    KvPlan plan =
        KvTrial.plan(
            "overwrite, deleteseq, readrandom, flush", "kv.batch_size=2", "deleteseq.batch_size=1");
    assertThat(usesTransactions(plan, 0)).isTrue();
    assertThat(usesTransactions(plan, 1)).isFalse();
    assertThat(usesTransactions(plan, 2)).isFalse();
  }

  private static boolean usesTransactions(KvPlan plan, int step) {
    Step.Work work = (Step.Work) plan.steps().get(step);
    return plan.usesTransactions(work, work.groups().get(0));
  }

  @Test
  void workersThatWriteDependOnEachOther() {
    KvPlan plan = KvTrial.plan("fillseq, readrandom, overwrite, deleteseq");
    assertThat(plan.steps().stream().filter(Step.Work.class::isInstance).map(Step.Work.class::cast))
        .extracting(plan::workersAreIndependent)
        .containsExactly(true, true, false, false);
  }

  @Test
  void fillsAreContinuedUnlessTheyAreDbBenchs() {
    assertThat(KvTrial.plan("fillseq").continuesLoads()).isTrue();
    assertThat(KvTrial.plan("fillseq", "kv.like=db_bench").continuesLoads()).isFalse();
  }

  @Test
  void seeksReadAsManyRowsAsAskedForInTheirDirection() {
    KvTable table = KvTrial.plan("fillseq").table();
    Command.Select forward = (Command.Select) table.seek(10, false);
    assertThat(forward.limit()).isEqualTo(10);
    assertThat(forward.descending()).isFalse();
    assertThat(forward.columns()).containsExactly("k", "v");
    Command.Select keyOnly = (Command.Select) table.seek(0, true);
    assertThat(keyOnly.limit()).isEqualTo(1);
    assertThat(keyOnly.descending()).isTrue();
    assertThat(keyOnly.columns()).containsExactly("k");
    assertThat(table.insert(7)).isEqualTo(new Command.Insert(table.table(), List.of("k", "v"), 7));
  }

  @Test
  void theWorkloadIsCalledKv() {
    assertThat(new KvWorkload().name()).isEqualTo("kv");
    assertThat(new KvWorkload().description())
        .isEqualTo(
            "db_bench's benchmarks: fillseq, overwrite, readrandom, readwhilewriting and others");
    assertThat(new KvWorkload().plan(KvTrial.config("readrandom")).steps())
        .extracting(Step::name)
        .containsExactly("readrandom");
  }
}

package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of workload kv, and the report that it writes for scripts that read db_bench's. */
class KvFilesTest {

  private static final Path FIRST_TRY = Path.of("workloads", "kv.properties");
  private static final Path MEMORY = Path.of("conf", "memory.properties");

  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"kv", "kv-2017", "kv-rx"})
  void everyFileIsValid(String name) {
    Cli check = ibench("check", Path.of("workloads", name + ".properties"), "-d", MEMORY);
    assertThat(check.code()).as(check.err()).isZero();
  }

  /** The options are RocksDB's, which its library reads. */
  @ParameterizedTest
  @CsvSource({"kv-rx, rocksdb-rx-c4r16", "kv-rx, rocksdb-rx-c16r64", "kv-2017, rocksdb-2017"})
  void everyFileOfRocksdbIsValid(String workload, String database) {
    Cli check =
        ibench(
            "check",
            Path.of("workloads", workload + ".properties"),
            "-d",
            Path.of("conf", database + ".properties"),
            "-s",
            "dir=" + temporary.resolve("db"));
    assertThat(check.code()).as(check.err()).isZero();
  }

  @Test
  void checkEstimatesTheSizeFromKeysAndValues() {
    Cli check = ibench("check", FIRST_TRY, "-d", Path.of("conf", "sqlite.properties"));
    assertThat(check.out()).contains("(300,000 rows of 420 bytes with indexes, their values)");
  }

  @Test
  void aReportHasTheColumnsOfBenchmarkSh() throws IOException {
    Path upstream = temporary.resolve("upstream");
    Cli run =
        ibench(
            "run",
            FIRST_TRY,
            "-d",
            MEMORY,
            "-o",
            temporary.resolve("run"),
            "--upstream-output",
            upstream,
            "--lenient",
            "-s",
            "steps=fillseq,readrandom,multireadrandom,overwrite",
            "-s",
            "kv.num=1000",
            "-s",
            "kv.operations=500",
            "-s",
            "multireadrandom.operations=50",
            "-s",
            "kv.until=1m");

    assertThat(run.code()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(upstream.resolve("report.tsv"));
    assertThat(lines).hasSize(5);
    Map<String, String> fill = row(lines, 1);
    assertThat(fill).containsEntry("test", "fillseq").containsEntry("lsm_sz", "NA");
    assertThat(fill.get("job_id")).isEqualTo("run");
    Map<String, String> reads = row(lines, 3);
    assertThat(reads).containsEntry("test", "multireadrandom");
    double operations = Double.parseDouble(reads.get("ops_sec"));
    // Four threads: each of the 500 keys took 4 times the time of the step, divided by 500.
    assertThat(Double.parseDouble(reads.get("usec_op")) * operations / 4e6).isBetween(0.9, 1.1);
    // Each key brings 420 bytes.
    double bytes = Double.parseDouble(reads.get("mb_sec")) * (1 << 20);
    assertThat(bytes).isBetween(operations * 420 * 0.9 - 60_000, operations * 420 * 1.1 + 60_000);
    assertThat(Files.readAllLines(upstream.resolve("overwrite.r.csv")).get(0))
        .isEqualTo("secs_elapsed,interval_qps");
  }

  /** The tree's figures are those of RocksDB's own counters. */
  @Slow
  @Test
  void aReportOnRocksdbHasTheFiguresOfItsTree() throws IOException {
    Path upstream = temporary.resolve("upstream");
    Path result = temporary.resolve("run");
    Cli run =
        ibench(
            "run",
            Path.of("workloads", "kv-rx.properties"),
            "-d",
            Path.of("conf", "rocksdb-rx-c4r16.properties"),
            "-o",
            result,
            "--upstream-output",
            upstream,
            "--lenient",
            "-s",
            "dir=" + temporary.resolve("db"),
            "-s",
            "cache=8MB",
            "-s",
            "memtable=1MB",
            "-s",
            "steps=fillseq,overwrite,flush,drain,compact0,drain_2,readrandom",
            "-s",
            "kv.num=5000",
            "-s",
            "overwrite.operations=10000",
            "-s",
            "overwrite.until=1h",
            "-s",
            "readrandom.operations=100");

    assertThat(run.code()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(upstream.resolve("report.tsv"));
    Map<String, String> puts = row(lines, 2);
    assertThat(puts).containsEntry("test", "overwrite").containsEntry("githash", "NA");
    // 10,000 puts of 436 bytes are more than the memtable: something is flushed, with its keys.
    double written = Double.parseDouble(puts.get("w_amp"));
    assertThat(written).isPositive();
    assertThat(Double.parseDouble(puts.get("w_amp_wal"))).isCloseTo(written + 1, within(0.11));
    assertThat(Double.parseDouble(puts.get("w_amp_script"))).isGreaterThanOrEqualTo(written);
    assertThat(Double.parseDouble(puts.get("stall%"))).isNotNegative();
    assertThat(row(lines, 3)).containsEntry("test", "readrandom").containsEntry("w_amp", "NA");
    JsonNode steps = new ObjectMapper().readTree(result.resolve("summary.json").toFile());
    JsonNode overwrite = steps.get("steps").get(3);
    assertThat(overwrite.get("name").asText()).isEqualTo("overwrite");
    assertThat(overwrite.get("lsm_write_amp").asDouble()).isCloseTo(written, within(0.051));
    assertThat(overwrite.get("lsm_write_amp_wal").asDouble())
        .isCloseTo(overwrite.get("lsm_write_amp").asDouble() + 1, within(1e-9));
    assertThat(ibench("report", result, "--all").out())
        .contains("RocksDB's tree: write amplification, stalls, CPU in the background")
        .contains("RocksDB's work per operation");
  }

  private static Map<String, String> row(List<String> lines, int number) {
    String[] names = lines.get(0).split("\t");
    String[] values = lines.get(number).split("\t");
    assertThat(values).hasSameSizeAs(names);
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      row.put(names[i], values[i]);
    }
    return row;
  }
}

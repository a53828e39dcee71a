package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.LinuxProgram;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** db_bench and ibench, by the commands of docs/coming-from.md, do the same to RocksDB. */
@StartsProcess
@Timeout(600)
class ComingFromDbBenchTest {

  private static final Translations PAGE = Translations.of("db_bench |");
  private static final String BASE = "db_bench --benchmarks=fillseq,readrandom --num=1000000";
  private static final int ROWS = 10_000;

  @TempDir private Path folder;
  private Path theirs;
  private Path ours;

  @BeforeEach
  void prepare() {
    LinuxProgram.require("db_bench");
    theirs = folder.resolve("theirs");
    ours = folder.resolve("ours");
  }

  private String dbBench(Words command) throws Exception {
    return LinuxProgram.run(
        command.plus("--db=" + theirs, "--statistics", "--stats_dump_period_sec=0").toArray());
  }

  private IbenchRun ibench(Words command) throws Exception {
    return IbenchRun.of(
        command.plus("-s", "dir=" + ours, "-s", "statistics=true"),
        Map.of(),
        folder.resolve("run"));
  }

  private static Words theirCommand(String options) {
    return PAGE.theirs(BASE).where("=1000000", "=" + ROWS).with(options);
  }

  private static Words ourCommand(String options) {
    return PAGE.ours(BASE)
        .where("kv.num=1M", "kv.num=" + ROWS)
        .where("readrandom.operations=1M", "readrandom.operations=" + ROWS)
        .with(options);
  }

  /** A counter of RocksDB, as db_bench prints it. */
  private static long counter(String printed, String name) {
    Matcher counter =
        Pattern.compile("(?m)^" + Pattern.quote(name) + " COUNT : (\\d+)").matcher(printed);
    assertThat(counter.find()).as(name + " in " + printed).isTrue();
    return Long.parseLong(counter.group(1));
  }

  private static long counter(IbenchRun run, String step, String name) {
    return run.step(step).path("server_counters").path(name).asLong(-1);
  }

  /** Options of the family that has the table, as RocksDB wrote them. */
  private static List<String> options(Path database) throws Exception {
    Path file;
    try (Stream<Path> files = Files.list(database)) {
      file =
          files
              .filter(path -> path.getFileName().toString().startsWith("OPTIONS-"))
              .max(Path::compareTo)
              .orElseThrow();
    }
    List<String> wanted =
        List.of(
            "compression",
            "write_buffer_size",
            "max_write_buffer_number",
            "level0_file_num_compaction_trigger",
            "target_file_size_base",
            "max_bytes_for_level_base",
            "compaction_style",
            "filter_policy",
            "block_size");
    return Files.readAllLines(file).stream()
        .dropWhile(line -> !line.equals("[CFOptions \"default\"]"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("[CFOptions"))
        .map(String::strip)
        .filter(line -> wanted.contains(line.split("=")[0]))
        .sorted()
        .toList();
  }

  private static List<String> cacheSizes(Path database) throws Exception {
    return Files.readAllLines(database.resolve("LOG")).stream()
        .map(String::strip)
        .filter(line -> line.startsWith("capacity :"))
        .distinct()
        .toList();
  }

  @Test
  @Translates(BASE)
  void writesAndReadsTheSameBytesWithTheSameOptions() throws Exception {
    String printed = dbBench(theirCommand(""));
    IbenchRun run = ibench(ourCommand(""));
    assertThat(printed).contains("(" + ROWS + " of " + ROWS + " found)");
    assertThat(counter(run, "fillseq", "rocksdb.db.user_keys_written"))
        .isEqualTo(counter(printed, "rocksdb.number.keys.written"))
        .isEqualTo(ROWS);
    assertThat(counter(run, "fillseq", "rocksdb.db.user_bytes_written"))
        .isEqualTo(counter(printed, "rocksdb.bytes.written"));
    assertThat(counter(run, "fillseq", "rocksdb.db.user_writes_with_wal"))
        .isEqualTo(counter(printed, "rocksdb.write.wal"));
    assertThat(counter(run, "readrandom", "rocksdb.number.keys.read"))
        .isEqualTo(counter(printed, "rocksdb.number.keys.read"))
        .isEqualTo(ROWS);
    assertThat(run.operation("readrandom", "get").path("rows").asLong()).isEqualTo(ROWS);
    assertThat(options(ours))
        .isEqualTo(options(theirs))
        .contains("filter_policy=nullptr", "compression=kSnappyCompression", "block_size=4096");
    assertThat(cacheSizes(ours)).isEqualTo(cacheSizes(theirs)).hasSize(1);
  }

  @Test
  @Translates({"--key_size=20 --value_size=400", "--batch_size=10"})
  void writesBatchesOfLargerRows() throws Exception {
    Translations.Row sizes = PAGE.row("--key_size=20 --value_size=400");
    Translations.Row batch = PAGE.row("--batch_size=10");
    String printed =
        dbBench(
            theirCommand("--benchmarks=fillseq,overwrite " + sizes.name() + " " + batch.name()));
    IbenchRun run =
        ibench(
            ourCommand("-s steps=drop,create,fillseq,overwrite -s overwrite.threads=1")
                .with(sizes.ours().get(0))
                .with(batch.ours().get(0))
                .with(batch.ours().get(1))
                .with("-s overwrite.operations=" + ROWS / 10));
    for (String[] pair :
        new String[][] {
          {"rocksdb.number.keys.written", "user_keys_written"},
          {"rocksdb.bytes.written", "user_bytes_written"},
          {"rocksdb.write.wal", "user_writes_with_wal"}
        }) {
      String mine = "rocksdb.db." + pair[1];
      assertThat(counter(run, "fillseq", mine) + counter(run, "overwrite", mine))
          .as(mine)
          .isEqualTo(counter(printed, pair[0]));
    }
  }

  @Test
  @Translates("--bloom_bits=10")
  void takesFilterCompressionAndCache() throws Exception {
    Translations.Row row = PAGE.row("--bloom_bits=10");
    dbBench(theirCommand(String.join(" ", row.theirs())));
    ibench(ourCommand(String.join(" ", row.ours())));
    assertThat(options(ours)).contains("compression=kNoCompression");
    assertThat(withoutFilter(options(ours))).isEqualTo(withoutFilter(options(theirs)));
    for (Path database : List.of(ours, theirs)) {
      assertThat(String.join("\n", options(database))).contains("filter_policy=bloomfilter:10");
      assertThat(cacheSizes(database)).containsExactly("capacity : " + (32 << 20));
    }
  }

  /** A newer RocksDB writes the filter's name with more words. */
  private static List<String> withoutFilter(List<String> options) {
    return options.stream().filter(option -> !option.startsWith("filter_policy")).toList();
  }

  @Test
  @Translates("--benchmarks=fillseq,overwrite --threads=4 --duration=60")
  void worksForSomeTimeWithSomeThreads() throws Exception {
    Translations.Row row = PAGE.row("--benchmarks=fillseq,overwrite --threads=4 --duration=60");
    String printed = dbBench(theirCommand(row.name().replace("=60", "=1")));
    IbenchRun run = ibench(ourCommand(row.ours().get(0).replace("60s", "1s")));
    // Each thread of db_bench writes all keys, and then overwrites for a second.
    assertThat(counter(printed, "rocksdb.number.keys.written")).isGreaterThan(4 * ROWS);
    assertThat(run.step("overwrite").path("threads").asLong()).isEqualTo(4);
    assertThat(counter(run, "fillseq", "rocksdb.db.user_keys_written")).isEqualTo(ROWS);
    assertThat(counter(run, "overwrite", "rocksdb.db.user_keys_written"))
        .isEqualTo(run.step("overwrite").path("operations").get(0).path("count").asLong())
        .isPositive();
  }

  /** A busy machine writes less, and no machine writes more. */
  @Test
  @Translates(
      "--benchmarks=fillseq,readwhilewriting --benchmark_write_rate_limit=2097152 --duration=60")
  void limitsTheWriterBesideReaders() throws Exception {
    Translations.Row row =
        PAGE.row(
            "--benchmarks=fillseq,readwhilewriting --benchmark_write_rate_limit=2097152"
                + " --duration=60");
    String printed = dbBench(theirCommand(row.name().replace("=60", "=2")));
    IbenchRun run = ibench(ourCommand(row.ours().get(0).replace("60s", "2s")));
    double puts = 2 * 2_097_152 / 116.0;
    assertThat((double) counter(printed, "rocksdb.number.keys.written") - ROWS)
        .isBetween(1.0, 1.5 * puts);
    assertThat((double) run.count("readwhilewriting", "put")).isBetween(1.0, 1.01 * puts);
    assertThat(counter(run, "readwhilewriting", "rocksdb.number.keys.read"))
        .isCloseTo(run.count("readwhilewriting", "get"), within(0L));
  }
}

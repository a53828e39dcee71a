package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.testing.LinuxProgram;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ibench reads the folder of db_bench, and db_bench that of ibench. */
@StartsProcess
class DbBenchFilesTest {

  private static final String[] SETTINGS = {
    "kv.num = 100000", "kv.value_size = 400", "kv.like = db_bench"
  };

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void requireDbBench() {
    LinuxProgram.require("db_bench");
    folder = temporary.resolve("db");
  }

  private String dbBench(String benchmark, String... more) throws Exception {
    return LinuxProgram.run(
        Stream.concat(
                Stream.of(
                    "db_bench",
                    "--benchmarks=" + benchmark,
                    "--num=100000",
                    "--seed=7",
                    "--key_size=20",
                    "--value_size=400",
                    "--write_buffer_size=4194304",
                    "--db=" + folder),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private Database open(String... settings) throws DatabaseException {
    Map<String, String> all = new HashMap<>(Map.of("dir", folder.toString()));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return Adapters.open("rocksdb", all);
  }

  private List<String> files() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::getFileName)
          .map(Path::toString)
          .filter(name -> !name.startsWith("LOG"))
          .sorted()
          .toList();
    }
  }

  /** Those of db_bench 7.8, whose values have other bytes than {@link DbBenchDataTest}'s. */
  @Test
  void aDatabaseOfDbBenchHasTheRowsOfItsStream() throws Exception {
    dbBench("fillrandom");
    List<String> before = files();
    try (Database database = open("default_family", "kv")) {
      assertThat(new KvTrial(database).contents(SETTINGS)).isEqualTo("63095 0dbfb3d125e1d2bf");
      assertThat(database.description().warnings())
          .contains("ibench did not make this database, and only reads it");
      assertThatThrownBy(() -> database.drop("kv"))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DENIED));
    }
    assertThat(files()).isEqualTo(before);
    assertThatThrownBy(() -> open().close())
        .hasMessageContaining("did not make; name a new folder, or read it as one table");
    assertThat(files()).isEqualTo(before);
  }

  /** db_bench 7.8 knows files up to version 5, and opens the default family alone to read it. */
  @Test
  void dbBenchFindsEachKeyInATableInTheDefaultFamily() throws Exception {
    try (Database database =
        open(
            "default_family",
            "kv",
            "sync",
            "off",
            "memtable",
            "4MB",
            "options.cf",
            "block_based_table_factory={format_version=5}")) {
      new KvTrial(database).run("fillseq, flush", "kv.num = 100000", "kv.value_size = 400");
    }
    String output = dbBench("readrandom", "--use_existing_db", "--readonly", "--reads=5000");
    assertThat(output).contains("(5000 of 5000 found)");
  }

  /** docs/rocksdb.md has this command; without the option ldb ends at an option of the file. */
  @Test
  void ldbReadsTheRowsOfFilesThatItKnows() throws Exception {
    LinuxProgram.require("ldb");
    try (Database database =
        open("sync", "off", "options.cf", "block_based_table_factory={format_version=5}")) {
      new KvTrial(database).run("fillseq, flush", "kv.num = 1000", "kv.value_size = 400");
    }
    String rows =
        LinuxProgram.run(
            "ldb",
            "--db=" + folder,
            "--ignore_unknown_options",
            "--column_family=kv",
            "scan",
            "--hex",
            "--max_keys=2");
    assertThat(rows.lines()).hasSize(2).allMatch(line -> line.startsWith("0x000000000000000"));
    assertThat(
            LinuxProgram.run("sst_dump", "--file=" + folder, "--command=none", "--show_properties"))
        .contains("Table Properties:");
  }
}

package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.config.Config;
import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.Index;
import io.ibench.db.Table;
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

/** What RocksDB uses is what the user has set, and what the description shows. */
class RocksOptionsTest {

  @TempDir private Path folder;

  private Database open(String... settings) throws Exception {
    Map<String, String> all = new HashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      all.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    all.put("dir", folder.resolve("db").toString());
    return Adapters.open("rocksdb", all);
  }

  /** The options of the files of the default family, as RocksDB wrote them. */
  private Map<String, String> ofFiles() throws Exception {
    return section("TableOptions/BlockBasedTable \"default\"");
  }

  private Map<String, String> section(String head) throws Exception {
    return OptionText.sections(OptionText.newestFile(folder.resolve("db")).orElseThrow()).get(head);
  }

  @Test
  void theUsersOptionsOfFilesLeaveCacheAndFilterAsTheyAreSet() throws Exception {
    try (Database database =
        open(
            "cache=1GB",
            "bloom_bits=12",
            "block=16KB",
            "options.cf=block_based_table_factory={format_version=5;index_type=kTwoLevelIndexSearch}")) {
      assertThat(ofFiles())
          .containsEntry("format_version", "5")
          .containsEntry("index_type", "kTwoLevelIndexSearch")
          .containsEntry("block_size", "16384");
      assertThat(ofFiles().get("filter_policy")).contains("12");
      assertThat(database.description().settings())
          .containsEntry("cache", "1 GB")
          .containsEntry("block", "16 KB")
          .containsEntry("format_version", "5");
    }
  }

  /** The head of a report has the first ten settings. */
  @Test
  void theFirstSettingsAreThoseThatUsersChange() throws Exception {
    try (Database database = open("options.cf=compaction_style=kCompactionStyleUniversal")) {
      assertThat(database.description().settings().keySet().stream().limit(10))
          .contains("cache", "write_buffer_size", "compression", "compaction_style", "block");
    }
  }

  @Test
  void theUsersOptionsWin() throws Exception {
    String files = "{filter_policy=nullptr;block_size=8K;cache_index_and_filter_blocks=true}";
    try (Database database =
        open("bloom_bits=10", "block=4KB", "options.cf=block_based_table_factory=" + files)) {
      assertThat(ofFiles())
          .containsEntry("filter_policy", "nullptr")
          .containsEntry("block_size", "8192")
          .containsEntry("cache_index_and_filter_blocks", "true");
      assertThat(database.description().settings())
          .containsEntry("block", "8 KB")
          .containsEntry("filter_policy", "nullptr");
    }
  }

  /** Text that Java's classes cannot express needs caches that text describes. */
  @Test
  void anOptionThatTheSharedCacheCannotHaveIsRefused() throws Exception {
    String files = "prepopulate_block_cache=kFlushOnly";
    IllegalArgumentException refusal =
        catchThrowableOfType(
            IllegalArgumentException.class,
            () -> open("options.cf=block_based_table_factory={" + files + "}"));
    assertThat(refusal)
        .hasMessageContaining("options.cf: block_based_table_factory has " + files)
        .hasMessageContaining("add block_cache=SIZE");
    try (Database database =
        open(
            "index_in_cache=true",
            "options.cf=block_based_table_factory={block_cache=8M;" + files + "}")) {
      assertThat(ofFiles())
          .containsEntry("prepopulate_block_cache", "kFlushOnly")
          .containsEntry("cache_index_and_filter_blocks", "true");
      assertThat(ofFiles().get("filter_policy")).contains("10");
      assertThat(database.description().settings()).containsEntry("cache", "8 MB");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "snappy", "zlib", "bzip2", "lz4", "lz4hc", "zstd"})
  void eachNamedCompressionIsUsed(String name) throws Exception {
    try (Database database = open("compression=" + name)) {
      assertThat(database.description().settings().get("compression"))
          .isEqualToIgnoringCase(
              switch (name) {
                case "bzip2" -> "kBZip2Compression";
                case "zstd" -> "kZSTD";
                default -> "k" + name + "Compression";
              });
    }
  }

  @Test
  void aTableOrAnIndexHasOptionsOfItsOwn() throws Exception {
    Index down = new Index("down", List.of("amount"), true);
    Table table = Table.named("rows").key("id").number("amount");
    try (Database database =
        open(
            "options.cf=num_levels=5;max_write_buffer_number=3",
            "options.cf.rows=num_levels=4",
            "options.cf.rows.down=num_levels=3;block_based_table_factory={block_size=8K}")) {
      database.create(table);
      database.createIndex(table, down);
      assertThat(section("CFOptions \"default\"")).containsEntry("num_levels", "5");
      assertThat(section("CFOptions \"rows\""))
          .containsEntry("num_levels", "4")
          .containsEntry("max_write_buffer_number", "3");
      assertThat(section("CFOptions \"rows.down descending\"")).containsEntry("num_levels", "3");
      assertThat(section("TableOptions/BlockBasedTable \"rows.down descending\""))
          .containsEntry("block_size", "8192");
      assertThat(database.description().settings())
          .containsEntry("options.cf.rows", "num_levels=4");
    }
    assertThat(Adapters.problems("rocksdb", Map.of("options.cf.rows", "no_such=1")))
        .singleElement()
        .asString()
        .contains("options.cf.rows: RocksDB has no option no_such");
  }

  /** A file of options with changes in it. */
  private Path optionsFile(String... changes) throws Exception {
    open("memtable=5MB").close();
    String text = Files.readString(OptionText.newestFile(folder.resolve("db")).orElseThrow());
    for (int i = 0; i < changes.length; i += 2) {
      assertThat(text).contains(changes[i]);
      text = text.replace(changes[i], changes[i + 1]);
    }
    return Files.writeString(folder.resolve("options.txt"), text);
  }

  /** All that RocksDB has in it then is what the file has, and what other keys set. */
  @Test
  void aFileOfOptionsIsUsedWholeAndOtherKeysWinOverIt() throws Exception {
    Path file =
        optionsFile(
            "max_background_jobs=2",
            "max_background_jobs=5",
            "use_direct_reads=false",
            "use_direct_reads=true",
            "num_levels=7",
            "num_levels=6",
            "compaction_pri=kMinOverlappingRatio",
            "compaction_pri=kOldestSmallestSeqFirst",
            "compression=kLZ4Compression",
            "compression=kZSTD",
            " block_size=4096",
            " block_size=8192",
            "index_block_search_type=kBinary",
            "index_block_search_type=kInterpolation",
            "format_version=7",
            "format_version=5",
            "filter_policy=bloomfilter:10",
            "filter_policy=bloomfilter:20");
    Map<String, Map<String, String>> inFile = OptionText.sections(file);
    String ofDefault = "CFOptions \"default\"";
    String ofTables = "TableOptions/BlockBasedTable \"default\"";
    try (Database database =
        open("options.file=" + file, "direct=false", "block=16KB", "options.cf=num_levels=5")) {
      Map<String, String> expected = new HashMap<>(inFile.get("DBOptions"));
      expected.put("use_direct_reads", "false");
      assertThat(section("DBOptions")).isEqualTo(expected);
      expected = new HashMap<>(inFile.get(ofDefault));
      expected.put("num_levels", "5");
      assertThat(expected).containsEntry("write_buffer_size", String.valueOf(5 << 20));
      assertThat(section(ofDefault)).isEqualTo(expected);
      expected = new HashMap<>(inFile.get(ofTables));
      expected.put("block_size", "16384");
      expected.put("filter_policy", "bloomfilter:10:false");
      assertThat(section(ofTables)).isEqualTo(expected);
      assertThat(database.description().settings()).containsEntry("options.file", file.toString());
      assertThat(database.description().warnings())
          .contains(
              "options.file does not set the block cache and the filters: cache and bloom_bits do");
    }
  }

  @Test
  void aFileOfOptionsThatCannotBeUsedIsRefusedInOneLine() throws Exception {
    assertThat(mistake(folder.resolve("none"))).contains("options.file").endsWith("does not exist");
    assertThat(mistake(optionsFile("num_levels=7", "no_such=7")))
        .contains("options.file = ")
        .endsWith("RocksDB cannot use it: Extra option not recognized: no_such (InvalidArgument)");
    assertThat(
            mistake(
                optionsFile(
                    "prepopulate_block_cache=kDisable", "prepopulate_block_cache=kFlushOnly")))
        .contains("has prepopulate_block_cache=kFlushOnly, which cannot be set");
    Path whole = optionsFile();
    String text = Files.readString(whole);
    assertThat(mistake(Files.writeString(whole, text.substring(0, text.indexOf("[CFOptions")))))
        .contains("must have a single CFOptions:default section");
    assertThat(mistake(Files.writeString(whole, "notes"))).contains("RocksDB cannot use it: ");
    assertThat(mistake(folder)).contains("options.file");
  }

  private static String mistake(Path file) {
    List<String> mistakes =
        Adapters.problems("rocksdb", Map.of("options.file", file.toString())).stream()
            .map(String::valueOf)
            .toList();
    assertThat(mistakes).hasSize(1);
    return mistakes.get(0);
  }

  @Test
  void anUnknownOptionIsRefusedBeforeTheFolderIsMade() {
    assertThat(Adapters.problems("rocksdb", Map.of("options.cf", "no_such=1;num_levels=4")))
        .singleElement()
        .asString()
        .endsWith("options.cf: RocksDB has no option no_such");
    assertThat(Adapters.problems("rocksdb", Map.of("options.db", "max_background_jobs=many")))
        .singleElement()
        .asString()
        .endsWith("options.db: RocksDB does not take max_background_jobs=many");
    assertThat(Adapters.problems("rocksdb", Map.of("options.cf", "compaction_style=universal")))
        .singleElement()
        .asString()
        .contains("RocksDB does not take compaction_style=universal; allowed: kCompactionStyleL")
        .contains(", kCompactionStyleUniversal, ");
    assertThat(
            Adapters.problems(
                "rocksdb",
                Map.of(
                    "options.cf", "compaction_options_universal={size_ratio=x}",
                    "options.cf.rows", "compaction_options_universal={foo=1}")))
        .extracting(String::valueOf)
        .anyMatch(line -> line.contains("={size_ratio=x}: Error parsing size_ratio"))
        .anyMatch(line -> line.contains("Unrecognized option: compaction_options_universal.foo"));
    assertThat(folder.resolve("db")).doesNotExist();
  }

  @Test
  void aMissingLibraryIsOneLineThatSaysHowToGetIt() {
    Config config = Config.of(Map.of("dir", folder.resolve("db").toString()));
    new RocksAdapter().bind(config, ClassLoader.getPlatformClassLoader());
    assertThat(config.problems())
        .singleElement()
        .asString()
        .endsWith("database = rocksdb needs a library: bin/ibench fetch rocksdb");
    assertThat(folder.resolve("db")).doesNotExist();
  }

  @Test
  void moreCacheAndMemtablesThanMemoryIsAWarning() throws Exception {
    try (Database database = open("memtable=1GB", "options.cf=max_write_buffer_number=100000")) {
      assertThat(database.description().warnings())
          .anyMatch(line -> line.endsWith("200000 memtables of 1 GB"));
    }
    try (Database database = open("memtable=1MB")) {
      assertThat(database.description().warnings()).noneMatch(line -> line.contains("memtables"));
    }
  }

  @Test
  void anUnknownCompressionIsRefused() {
    assertThat(
            catchThrowableOfType(IllegalArgumentException.class, () -> open("compression=xpress")))
        .hasMessageContaining("allowed: no, snappy, zlib, bzip2, lz4, lz4hc, zstd");
  }

  @ParameterizedTest
  @CsvSource({"pessimistic, kept", "optimistic, kept", "none, not kept"})
  void flushedMemtablesAreKeptForTransactionsOnly(String transactions, String kept)
      throws Exception {
    try (Database database = open("transactions=" + transactions)) {
      assertThat(database.description().settings().get("flushed memtables")).startsWith(kept);
      assertThat(section("CFOptions \"default\"").get("max_write_buffer_size_to_maintain"))
          .isEqualTo(kept.equals("kept") ? String.valueOf(2 * (64 << 20)) : "1");
    }
  }
}

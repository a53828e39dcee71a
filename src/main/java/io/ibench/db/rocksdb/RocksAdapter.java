package io.ibench.db.rocksdb;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.rocksdb.RocksSettings.Calls;
import io.ibench.db.rocksdb.RocksSettings.FileLayout;
import io.ibench.db.rocksdb.RocksSettings.IndexBuild;
import io.ibench.db.rocksdb.RocksSettings.Iterators;
import io.ibench.db.rocksdb.RocksSettings.Like;
import io.ibench.db.rocksdb.RocksSettings.PerfLevel;
import io.ibench.db.rocksdb.RocksSettings.Sync;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import io.ibench.db.rocksdb.RocksSettings.Upserts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The database {@code rocksdb}: RocksDB in this process, without a server. */
public final class RocksAdapter implements Adapter {

  private static final Key<String> DIR =
      Key.text("dir", "the database's folder; made if it does not exist")
          .withDefault("ibench.rocksdb");
  private static final Key<String> DEFAULT_FAMILY =
      Key.text("default_family", "the table in RocksDB's default family, which db_bench reads")
          .optional();
  private static final Key<Like> LIKE =
      Key.choice(
              "like",
              Like.class,
              "db_bench: writes without locks, syncs and looks for their keys, reads lists of keys by"
                  + " MultiGet, and makes files as db_bench does")
          .withDefault("none");
  private static final Key<Sync> SYNC =
      Key.choice(
              "sync",
              Sync.class,
              "full: a commit waits until the log is on the disk; normal: until it is written;"
                  + " off: no log")
          .withDefaults(LIKE, byLike("full", "normal"));
  private static final Key<Transactions> TRANSACTIONS =
      Key.choice(
              "transactions",
              Transactions.class,
              "pessimistic: rows are locked; optimistic: conflicts are found at the commit;"
                  + " none: batches of writes, for workloads that only write in transactions")
          .withDefaults(LIKE, byLike("pessimistic", "none"));
  private static final Key<Upserts> UPSERTS =
      Key.choice(
              "upserts",
              Upserts.class,
              "put, or merge: operands of the merge operator put, for upserts that read nothing")
          .withDefault("put");
  private static final Key<Iterators> ITERATORS =
      Key.choice(
              "iterators",
              Iterators.class,
              "new: for each range; refresh: kept, which is faster, and pins old files while idle")
          .withDefault("new");
  private static final Key<IndexBuild> INDEX_BUILD =
      Key.choice(
              "index_build",
              IndexBuild.class,
              "writes: unsorted entries without a log; ingest: sorted files, as MyRocks does")
          .withDefault("writes");
  private static final Key<Long> CACHE =
      Key.sizeBytes("cache", "block cache of all tables").withDefault("32MB");
  private static final Key<Long> MEMTABLE =
      Key.sizeBytes("memtable", "memtable of each table and index; default: RocksDB's").optional();
  private static final Key<String> COMPRESSION =
      Key.text(
              "compression",
              "no, snappy, zlib, bzip2, lz4, lz4hc or zstd; default: RocksDB's, or db_bench's snappy")
          .optional();
  private static final Key<Long> BLOOM_BITS =
      Key.count("bloom_bits", 0, 100, "bits of bloom filters for each key; 0: no filters")
          .withDefaults(LIKE, byLike("10", "0"));
  private static final Key<Long> BLOCK =
      Key.sizeBytes("block", "block of files, before compression; default: RocksDB's").optional();
  private static final Key<Boolean> INDEX_IN_CACHE =
      Key.flag("index_in_cache", "indexes and filters of files are in the block cache")
          .withDefault("false");
  private static final Key<Boolean> DIRECT =
      Key.flag("direct", "files are read and written without the page cache").withDefault("false");
  private static final Key<Boolean> STATISTICS =
      Key.flag("statistics", "RocksDB counts cache hits, bloom filters and more; costs CPU")
          .withDefault("false");
  private static final Key<PerfLevel> PERF_LEVEL =
      Key.choice(
              "perf_level",
              PerfLevel.class,
              "what RocksDB counts within each call (PerfContext): off; count: events; time: also"
                  + " times, which costs CPU")
          .withDefault("count");
  private static final Key<String> OPTIONS_FILE =
      Key.text(
              "options.file",
              "a file of options that RocksDB wrote (OPTIONS-...); all other keys win over it")
          .optional();
  private static final Key<String> DATABASE_OPTIONS =
      Key.text("options.db", "RocksDB's own options, a=b;c=d, for the database").withDefault("");
  private static final Key<String> FAMILY_OPTIONS =
      Key.text(
              "options.cf",
              "the same for each table and index; options.cf.NAME: for one; all win over the keys above")
          .withDefault("");

  /** Keys with a default, or none, and what they set in a file of options if they are given. */
  private static final Map<Key<?>, List<String>> OVER_THE_FILE =
      Map.of(
          MEMTABLE, List.of("write_buffer_size"),
          COMPRESSION, List.of("compression"),
          BLOCK, List.of("block_size"),
          INDEX_IN_CACHE, List.of("cache_index_and_filter_blocks"),
          DIRECT, List.of("use_direct_reads", "use_direct_io_for_flush_and_compaction"));

  private static Map<Like, String> byLike(String none, String dbBench) {
    return new EnumMap<>(Map.of(Like.NONE, none, Like.DB_BENCH, dbBench));
  }

  static final String FETCH = "needs a library: bin/ibench fetch rocksdb";

  /**
   * By the loader of the library, so that its jar is read once, not for each variant of a suite.
   */
  private final Map<ClassLoader, Optional<String>> damages = new ConcurrentHashMap<>();

  /** A configured folder. Immutable. */
  private record RocksTarget(RocksSettings settings, RocksEngine engine) implements Target {

    @Override
    public Database open() throws DatabaseException {
      return engine.open(settings);
    }

    @Override
    public Optional<Path> directory() {
      return Optional.of(settings.folder());
    }

    @Override
    public Optional<String> absence() {
      return Files.exists(settings.folder().resolve("CURRENT"))
          ? Optional.empty()
          : Optional.of("there is no RocksDB database in " + settings.folder());
    }

    @Override
    public boolean usesPlugIns() {
      return true;
    }
  }

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String description() {
    return "RocksDB inside the client; its library comes by bin/ibench fetch rocksdb";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(
        DIR,
        DEFAULT_FAMILY,
        LIKE,
        SYNC,
        TRANSACTIONS,
        UPSERTS,
        ITERATORS,
        INDEX_BUILD,
        CACHE,
        MEMTABLE,
        COMPRESSION,
        BLOCK,
        BLOOM_BITS,
        INDEX_IN_CACHE,
        DIRECT,
        STATISTICS,
        PERF_LEVEL,
        OPTIONS_FILE,
        DATABASE_OPTIONS,
        FAMILY_OPTIONS);
  }

  @Override
  public Target bind(Config config) {
    return bind(config, RocksAdapter.class.getClassLoader());
  }

  @Override
  public Target bind(Config config, ClassLoader plugIns) {
    RocksSettings settings =
        new RocksSettings(
            folder(config),
            config.find(DEFAULT_FAMILY),
            config.get(SYNC),
            calls(config),
            files(config),
            bytes(config, MEMTABLE),
            config.find(COMPRESSION).or(() -> compression(config)),
            config.get(DIRECT),
            config.get(STATISTICS),
            config.get(PERF_LEVEL),
            new RocksSettings.Options(
                optionsFile(config),
                options(config, DATABASE_OPTIONS),
                options(config, FAMILY_OPTIONS),
                ofFamilies(config)));
    Optional<String> damage = damages.computeIfAbsent(plugIns, RocksLibrary::damage);
    if (damage.isPresent()) {
      return unusable(config, damage.get());
    }
    Optional<RocksEngine> engine = RocksLibrary.find(plugIns);
    if (engine.isEmpty()) {
      return unusable(config, "database = rocksdb " + FETCH);
    }
    try {
      for (String mistake : engine.get().mistakes(settings)) {
        config.problem("", "", "", mistake);
      }
    } catch (DatabaseException e) {
      config.problem("", "", "", String.valueOf(e.getMessage()));
    }
    return new RocksTarget(settings, engine.get());
  }

  private static Target unusable(Config config, String reason) {
    config.problem("", "", "", reason);
    return () -> {
      throw DatabaseException.invalidSetting(reason);
    };
  }

  private static FileLayout files(Config config) {
    return new FileLayout(
        config.get(CACHE),
        bytes(config, BLOCK),
        Math.toIntExact(config.get(BLOOM_BITS)),
        config.get(INDEX_IN_CACHE));
  }

  private static OptionalLong bytes(Config config, Key<Long> key) {
    return config.find(key).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static Optional<String> compression(Config config) {
    return config.get(LIKE) == Like.DB_BENCH ? Optional.of("snappy") : Optional.empty();
  }

  private static Calls calls(Config config) {
    for (String gone : List.of("unique_checks", "blind_deletes", "multi_get")) {
      config.explain(gone, "like = db_bench writes and reads as db_bench does");
    }
    return new Calls(
        config.get(TRANSACTIONS),
        config.get(UPSERTS),
        config.get(LIKE),
        config.get(ITERATORS),
        config.get(INDEX_BUILD));
  }

  private static Path folder(Config config) {
    String name = config.get(DIR);
    try {
      Path folder = Path.of(name).toAbsolutePath().normalize();
      if (name.isEmpty()) {
        config.problem("is empty; it names the database's folder", DIR);
      } else if (Files.exists(folder) && !Files.isDirectory(folder)) {
        config.problem("is a file; it names the database's folder", DIR);
      }
      return folder;
    } catch (InvalidPathException e) {
      config.problem("is not the name of a folder on this system: " + e.getReason(), DIR);
      return Path.of("ibench.rocksdb").toAbsolutePath();
    }
  }

  private static Optional<OptionsFile> optionsFile(Config config) {
    Optional<String> name = config.find(OPTIONS_FILE);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Set<String> except = new HashSet<>();
    OVER_THE_FILE.forEach(
        (key, options) -> {
          if (config.has(key.name())) {
            except.addAll(options);
          }
        });
    try {
      return Optional.of(OptionsFile.read(Path.of(name.get()), except));
    } catch (NoSuchFileException e) {
      config.problem("does not exist", OPTIONS_FILE);
    } catch (IOException | InvalidPathException e) {
      config.problem("cannot be read: " + e.getMessage(), OPTIONS_FILE);
    }
    return Optional.empty();
  }

  /** A family of its own for {@code options.cf.FAMILY}. */
  private static Map<String, Map<String, String>> ofFamilies(Config config) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (String family : config.namesUnder(FAMILY_OPTIONS.name())) {
      Key<String> key =
          Key.text(FAMILY_OPTIONS.name() + "." + family, "options of one table or index")
              .withDefault("");
      all.put(family, options(config, key));
    }
    return all;
  }

  private static Map<String, String> options(Config config, Key<String> key) {
    return OptionText.parse(config.get(key), mistake -> config.problem(mistake, key));
  }
}

package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.rocksdb.OptionText;
import io.ibench.db.rocksdb.OptionsFile;
import io.ibench.db.rocksdb.RocksSettings;
import io.ibench.db.rocksdb.RocksSettings.Sync;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.Options;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;

/** The settings as RocksDB's options. It owns native objects until it is closed. */
final class RocksOptions implements AutoCloseable {

  /** Reads of an upsert that was merged see its last operand. */
  private static final String MERGE_OPERATOR = "put";

  private static final String OTHER_TABLES = "table_factory";

  /** Flushed memtables stay for checks of conflicts: by default as many as fit all memtables. */
  static final String HISTORY = "max_write_buffer_size_to_maintain";

  /** A byte is less than any memtable has. */
  private static final String NO_HISTORY = "1";

  /** What RocksDB's library for Java contains. */
  private static final Map<String, CompressionType> COMPRESSIONS = new LinkedHashMap<>();

  static {
    COMPRESSIONS.put("no", CompressionType.NO_COMPRESSION);
    COMPRESSIONS.put("snappy", CompressionType.SNAPPY_COMPRESSION);
    COMPRESSIONS.put("zlib", CompressionType.ZLIB_COMPRESSION);
    COMPRESSIONS.put("bzip2", CompressionType.BZLIB2_COMPRESSION);
    COMPRESSIONS.put("lz4", CompressionType.LZ4_COMPRESSION);
    COMPRESSIONS.put("lz4hc", CompressionType.LZ4HC_COMPRESSION);
    COMPRESSIONS.put("zstd", CompressionType.ZSTD_COMPRESSION);
  }

  private final RocksSettings settings;
  private final List<RocksObject> owned = new ArrayList<>();
  private final Cache cache;

  /** Null: RocksDB does not count. */
  private final @Nullable Statistics statistics;

  RocksOptions(RocksSettings settings) {
    this.settings = settings;
    this.cache = own(new HyperClockCache(settings.files().cacheBytes(), 0, -1, false));
    this.statistics = settings.statistics() ? own(newStatistics()) : null;
  }

  /** Counts events only: times and their distributions cost more. */
  private static Statistics newStatistics() {
    Statistics statistics = new Statistics(EnumSet.allOf(HistogramType.class));
    statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
    return statistics;
  }

  Optional<Statistics> statistics() {
    return Optional.ofNullable(statistics);
  }

  private <T extends RocksObject> T own(T object) {
    owned.add(object);
    return object;
  }

  Cache cache() {
    return cache;
  }

  /** For a database whose families are created when they are missing. */
  DBOptions database() {
    Map<String, String> given = settings.optionsOfDatabase();
    DBOptions options =
        own(given.isEmpty() ? new DBOptions() : DBOptions.getDBOptionsFromProps(properties(given)));
    options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    if (settings.sync() == Sync.OFF) {
      options.setAtomicFlush(true);
    }
    if (statistics != null) {
      options.setStatistics(statistics);
    }
    if (settings.direct()) {
      options.setUseDirectReads(true).setUseDirectIoForFlushAndCompaction(true);
    }
    return options;
  }

  /**
   * @param name the family's, as the catalog has it; of none the options that all have
   */
  ColumnFamilyOptions family(String name) {
    Map<String, String> given = settings.optionsOf(Catalog.written(name), name);
    settings
        .memtableBytes()
        .ifPresent(bytes -> given.putIfAbsent("write_buffer_size", Long.toString(bytes)));
    if (settings.calls().transactions() == Transactions.NONE) {
      given.putIfAbsent(HISTORY, NO_HISTORY);
    }
    TableOptions tables = tables(settings, name, given);
    boolean blockBased = !given.containsKey(OTHER_TABLES);
    if (blockBased && tables.hasOwnCaches()) {
      given.put(OptionText.TABLES, tables.text());
    }
    ColumnFamilyOptions options =
        own(
            given.isEmpty()
                ? new ColumnFamilyOptions()
                : ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties(given)));
    if (blockBased && !tables.hasOwnCaches()) {
      options.setTableFormatConfig(tables.shared(cache, this::own));
    }
    if (!given.containsKey("compression")) {
      settings
          .compression()
          .flatMap(RocksOptions::compression)
          .ifPresent(options::setCompressionType);
    }
    options.setMergeOperatorName(MERGE_OPERATOR);
    if (Catalog.isReversed(name)) {
      options.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
    }
    return options;
  }

  /**
   * For files of sorted entries; the caller closes them.
   *
   * @param family that will take them; empty: none
   */
  Options files(String family) {
    try (DBOptions database = new DBOptions()) {
      return new Options(database, family(family));
    }
  }

  private static TableOptions tables(
      RocksSettings settings, String family, Map<String, String> given) {
    return new TableOptions(
        settings.files(),
        settings.optionsFile().map(file -> file.ofTables(family)).orElse(Map.of()),
        given.getOrDefault(OptionText.TABLES, ""));
  }

  private static Optional<CompressionType> compression(String name) {
    return Optional.ofNullable(COMPRESSIONS.get(name.toLowerCase(Locale.ROOT)));
  }

  private static Properties properties(Map<String, String> given) {
    Properties properties = new Properties();
    properties.putAll(given);
    return properties;
  }

  /** What RocksDB does not understand, a line each. */
  static List<String> mistakes(RocksSettings settings) {
    List<String> mistakes = new ArrayList<>();
    settings
        .compression()
        .filter(name -> compression(name).isEmpty())
        .ifPresent(
            name ->
                mistakes.add(
                    "compression = "
                        + name
                        + ": RocksDB does not know it; allowed: "
                        + String.join(", ", COMPRESSIONS.keySet())));
    settings.optionsFile().ifPresent(file -> ofFile(file, settings, mistakes));
    settings.databaseOptions().forEach((name, value) -> databaseOption(name, value, mistakes));
    String ofAll = "options.cf";
    ofFamily(ofAll, settings, settings.familyOptions(), mistakes);
    settings
        .optionsOfFamilies()
        .forEach((family, given) -> ofFamily(ofAll + "." + family, settings, given, mistakes));
    return mistakes;
  }

  /** RocksDB reads the whole file: it may be cut off, or of a RocksDB with other options. */
  private static void ofFile(OptionsFile file, RocksSettings settings, List<String> mistakes) {
    String key = "options.file = " + file.path() + ": ";
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (ConfigOptions strict = new ConfigOptions().setIgnoreUnknownOptions(false);
        DBOptions database = new DBOptions()) {
      OptionsUtil.loadOptionsFromFile(strict, file.path().toString(), database, families);
      if (!file.isBlockBased()) {
        mistakes.add(key + "files of another kind than BlockBasedTable are not possible");
      }
      families.stream()
          .map(family -> new String(family.getName(), StandardCharsets.UTF_8))
          .map(name -> tables(settings, name, settings.optionsOf(Catalog.written(name), name)))
          .flatMap(tables -> tables.mistake().stream())
          .findFirst()
          .ifPresent(mistake -> mistakes.add(key + mistake));
    } catch (RocksDBException e) {
      mistakes.add(key + "RocksDB cannot use it: " + RocksFailures.line(e));
    } finally {
      families.forEach(family -> family.getOptions().close());
    }
  }

  private static void ofFamily(
      String key, RocksSettings settings, Map<String, String> given, List<String> mistakes) {
    given.forEach((name, value) -> familyOption(key, name, value, mistakes));
    if (mistakes.isEmpty()) {
      new TableOptions(settings.files(), Map.of(), given.getOrDefault(OptionText.TABLES, ""))
          .mistake()
          .ifPresent(mistake -> mistakes.add(key + ": " + mistake));
    }
  }

  private static void databaseOption(String name, String value, List<String> mistakes) {
    try (DBOptions options = DBOptions.getDBOptionsFromProps(properties(Map.of(name, value)))) {
      if (options == null) {
        mistakes.add("options.db: " + OptionRefusal.ofDatabase(name, value));
      }
    }
  }

  private static void familyOption(String key, String name, String value, List<String> mistakes) {
    try (ColumnFamilyOptions options =
        ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties(Map.of(name, value)))) {
      if (options == null) {
        mistakes.add(key + ": " + OptionRefusal.ofFamily(name, value));
      }
    }
  }

  @Override
  public void close() throws DatabaseException {
    for (int i = owned.size() - 1; i >= 0; i--) {
      owned.get(i).close();
    }
  }
}

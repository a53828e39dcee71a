package io.ibench.db.rocksdb.engine;

import io.ibench.db.rocksdb.OptionText;
import io.ibench.db.rocksdb.RocksSettings.FileLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ChecksumType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexSearchType;
import org.rocksdb.IndexShorteningMode;
import org.rocksdb.IndexType;
import org.rocksdb.RocksObject;

/**
 * The options of files: the settings, and over them the user's own in {@code
 * block_based_table_factory}. All families share one block cache; RocksDB's text cannot name a
 * shared one, so that each option of the user is set by its own method. Immutable.
 */
final class TableOptions {

  private static final String CACHE = "block_cache";
  private static final String FILTER = "filter_policy";
  private static final Pattern BLOOM =
      Pattern.compile("(?:bloomfilter|rocksdb\\.BloomFilter):([0-9.]+)(?::(?:true|false))?");

  /** RocksDB's own default; that of its Java classes makes files that RocksDB 7 cannot read. */
  static final double DEFAULT_UNIFORM_CV_THRESHOLD = -1;

  private static final Map<String, BiConsumer<BlockBasedTableConfig, String>> SETTERS =
      new LinkedHashMap<>();

  static {
    flag("cache_index_and_filter_blocks", BlockBasedTableConfig::setCacheIndexAndFilterBlocks);
    flag(
        "cache_index_and_filter_blocks_with_high_priority",
        BlockBasedTableConfig::setCacheIndexAndFilterBlocksWithHighPriority);
    flag(
        "pin_l0_filter_and_index_blocks_in_cache",
        BlockBasedTableConfig::setPinL0FilterAndIndexBlocksInCache);
    flag("pin_top_level_index_and_filter", BlockBasedTableConfig::setPinTopLevelIndexAndFilter);
    flag("partition_filters", BlockBasedTableConfig::setPartitionFilters);
    flag("optimize_filters_for_memory", BlockBasedTableConfig::setOptimizeFiltersForMemory);
    flag("use_delta_encoding", BlockBasedTableConfig::setUseDeltaEncoding);
    flag("whole_key_filtering", BlockBasedTableConfig::setWholeKeyFiltering);
    flag("verify_compression", BlockBasedTableConfig::setVerifyCompression);
    flag("enable_index_compression", BlockBasedTableConfig::setEnableIndexCompression);
    flag("block_align", BlockBasedTableConfig::setBlockAlign);
    flag("separate_key_value_in_data_block", BlockBasedTableConfig::setSeparateKeyValueInDataBlock);
    flag("no_block_cache", BlockBasedTableConfig::setNoBlockCache);
    number("block_size", BlockBasedTableConfig::setBlockSize);
    number("metadata_block_size", BlockBasedTableConfig::setMetadataBlockSize);
    number("super_block_alignment_size", BlockBasedTableConfig::setSuperBlockAlignmentSize);
    number(
        "super_block_alignment_space_overhead_ratio",
        BlockBasedTableConfig::setSuperBlockAlignmentSpaceOverheadRatio);
    count("block_size_deviation", BlockBasedTableConfig::setBlockSizeDeviation);
    count("block_restart_interval", BlockBasedTableConfig::setBlockRestartInterval);
    count("index_block_restart_interval", BlockBasedTableConfig::setIndexBlockRestartInterval);
    count("read_amp_bytes_per_bit", BlockBasedTableConfig::setReadAmpBytesPerBit);
    count("format_version", BlockBasedTableConfig::setFormatVersion);
    SETTERS.put(
        "data_block_hash_table_util_ratio",
        (tables, value) -> tables.setDataBlockHashTableUtilRatio(Double.parseDouble(value)));
    SETTERS.put(
        "uniform_cv_threshold",
        (tables, value) -> tables.setUniformCvThreshold(Double.parseDouble(value)));
    SETTERS.put("index_type", (tables, value) -> tables.setIndexType(IndexType.valueOf(value)));
    SETTERS.put(
        "index_block_search_type",
        (tables, value) -> tables.setIndexSearchType(IndexSearchType.valueOf(value)));
    SETTERS.put(
        "data_block_index_type",
        (tables, value) -> tables.setDataBlockIndexType(DataBlockIndexType.valueOf(value)));
    SETTERS.put(
        "index_shortening",
        (tables, value) -> tables.setIndexShortening(IndexShorteningMode.valueOf(value)));
    SETTERS.put("checksum", (tables, value) -> tables.setChecksumType(ChecksumType.valueOf(value)));
  }

  /**
   * Defaults of the options that RocksDB's Java classes cannot set: a file that has them is fine.
   */
  static final Map<String, String> DEFAULTS =
      Map.of(
          "max_auto_readahead_size",
          "262144",
          "initial_auto_readahead_size",
          "8192",
          "num_file_reads_for_auto_readahead",
          "2",
          "prepopulate_block_cache",
          "kDisable",
          "detect_filter_construct_corruption",
          "false",
          "fail_if_no_udi_on_open",
          "false",
          "use_udi_as_primary_index",
          "false",
          "user_defined_index_factory",
          "nullptr",
          "flush_block_policy_factory",
          "FlushBlockBySizePolicyFactory",
          "metadata_cache_options",
          "{unpartitioned_pinning=kFallback;partition_pinning=kFallback;"
              + "top_level_index_pinning=kFallback;}");

  /** Its default has changed. Java's classes cannot set it; it is of partitioned filters only. */
  private static final String DECOUPLE = "decouple_partitioned_filters";

  private final Map<String, String> options;

  /**
   * @param ofFile those of a file of options; may be empty
   * @param given the user's value of block_based_table_factory; may be empty
   */
  TableOptions(FileLayout files, Map<String, String> ofFile, String given) {
    Map<String, String> all = new LinkedHashMap<>();
    if (files.bloomBits() > 0) {
      all.put(FILTER, "bloomfilter:" + files.bloomBits() + ":false");
    }
    files.blockBytes().ifPresent(bytes -> all.put("block_size", Long.toString(bytes)));
    if (files.indexInCache()) {
      all.put("cache_index_and_filter_blocks", "true");
    }
    boolean partitioned = isTrue(ofFile.getOrDefault("partition_filters", ""));
    ofFile.forEach(
        (name, value) -> {
          boolean isDefault = value.equals(DEFAULTS.get(name));
          if (!isDefault && (partitioned || !name.equals(DECOUPLE))) {
            all.put(name, value);
          }
        });
    all.putAll(OptionText.inBraces(given));
    options = Map.copyOf(all);
  }

  private static void flag(String name, BiConsumer<BlockBasedTableConfig, Boolean> setter) {
    SETTERS.put(name, (tables, value) -> setter.accept(tables, isTrue(value)));
  }

  private static boolean isTrue(String value) {
    return value.equals("true") || value.equals("1");
  }

  private static void number(String name, BiConsumer<BlockBasedTableConfig, Long> setter) {
    SETTERS.put(name, (tables, value) -> setter.accept(tables, number(value)));
  }

  private static void count(String name, BiConsumer<BlockBasedTableConfig, Integer> setter) {
    SETTERS.put(name, (tables, value) -> setter.accept(tables, Math.toIntExact(number(value))));
  }

  /** RocksDB takes a letter as a unit: 8K. */
  private static long number(String value) {
    int unit = "kmgt".indexOf(Character.toLowerCase(value.charAt(value.length() - 1)));
    return unit < 0
        ? Long.parseLong(value)
        : Long.parseLong(value.substring(0, value.length() - 1)) << 10 * (unit + 1);
  }

  /** Whether each family has a cache of its own, which the user's text describes. */
  boolean hasOwnCaches() {
    return options.containsKey(CACHE);
  }

  /** All in RocksDB's form, for families with caches of their own. */
  String text() {
    return options.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(";", "{", "}"));
  }

  /** What cannot be set beside the shared cache, in one line. */
  Optional<String> mistake() {
    if (hasOwnCaches()) {
      return Optional.empty();
    }
    String unknown =
        options.entrySet().stream()
            .filter(each -> !canSet(each.getKey(), each.getValue()))
            .map(each -> each.getKey() + "=" + each.getValue())
            .sorted()
            .collect(Collectors.joining(", "));
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            OptionText.TABLES
                + " has "
                + unknown
                + ", which cannot be set for a cache that all tables share; add block_cache=SIZE:"
                + " each table and index then has a cache of its own of this size");
  }

  private static boolean canSet(String name, String value) {
    if (name.equals(FILTER)) {
      return value.equals("nullptr") || BLOOM.matcher(value).matches();
    }
    try {
      BiConsumer<BlockBasedTableConfig, String> setter = SETTERS.get(name);
      if (setter == null) {
        return false;
      }
      setter.accept(new BlockBasedTableConfig(), value);
      return true;
    } catch (IllegalArgumentException | ArithmeticException e) {
      return false;
    }
  }

  /** For families that share a cache. */
  BlockBasedTableConfig shared(Cache cache, Consumer<RocksObject> owner) {
    BlockBasedTableConfig tables = new BlockBasedTableConfig().setBlockCache(cache);
    tables.setUniformCvThreshold(DEFAULT_UNIFORM_CV_THRESHOLD);
    options.forEach(
        (name, value) -> {
          if (name.equals(FILTER)) {
            filter(tables, value, owner);
          } else {
            Objects.requireNonNull(SETTERS.get(name)).accept(tables, value);
          }
        });
    return tables;
  }

  private static void filter(
      BlockBasedTableConfig tables, String value, Consumer<RocksObject> owner) {
    Matcher bloom = BLOOM.matcher(value);
    if (bloom.matches()) {
      BloomFilter filter = new BloomFilter(Double.parseDouble(bloom.group(1)), false);
      owner.accept(filter);
      tables.setFilterPolicy(filter);
    }
  }
}

package io.ibench.db.rocksdb.engine;

import com.sun.management.OperatingSystemMXBean;
import io.ibench.config.SizeText;
import io.ibench.db.rocksdb.OptionText;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The options that an open database has: from the file that RocksDB writes when it opens one. A
 * database that is only read has the file of its maker. Immutable.
 *
 * @param onlyRead the file is not of this opening
 */
record EffectiveOptions(Path folder, boolean onlyRead) {

  private static final double MOST_OF_MEMORY = 0.7;
  private static final String OF_FAMILY = "CFOptions \"default\"";
  private static final String OF_FILES = "TableOptions/BlockBasedTable \"default\"";
  private static final List<String> SIZES =
      List.of("write_buffer_size", "target_file_size_base", "max_bytes_for_level_base");
  private static final List<String> SHOWN =
      List.of("max_write_buffer_number", "compression", "compaction_style");
  private static final List<String> SHOWN_OF_FILES =
      List.of("filter_policy", "cache_index_and_filter_blocks", "format_version");

  /** Those that shape results, by name; first those that users change most often. */
  Map<String, String> shown(RocksDB db, ColumnFamilyHandle family)
      throws IOException, RocksDBException {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("cache", SizeText.of(db.getLongProperty(family, "rocksdb.block-cache-capacity")));
    if (onlyRead) {
      return shown;
    }
    Map<String, Map<String, String>> sections = sections();
    Map<String, String> tables = sections.getOrDefault(OF_FILES, Map.of());
    Map<String, String> all = sections.getOrDefault(OF_FAMILY, Map.of());
    for (String name : SIZES) {
      if (all.containsKey(name)) {
        shown.put(name, SizeText.of(Long.parseLong(all.get(name))));
      }
    }
    copy(SHOWN, all, shown);
    if (tables.containsKey("block_size")) {
      shown.put("block", SizeText.of(Long.parseLong(tables.get("block_size"))));
    }
    copy(SHOWN_OF_FILES, tables, shown);
    shown.put("flushed memtables", isKept(all) ? "kept for checks of conflicts" : "not kept");
    return shown;
  }

  /**
   * A warning if cache and memtables may take more than most of the memory; none if it is unknown.
   *
   * @param families each has its own memtables
   */
  Optional<String> memoryWarning(RocksDB db, ColumnFamilyHandle family, int families)
      throws IOException, RocksDBException {
    long cache = db.getLongProperty(family, "rocksdb.block-cache-capacity");
    Map<String, String> all = onlyRead ? Map.of() : sections().getOrDefault(OF_FAMILY, Map.of());
    long memtable = Long.parseLong(all.getOrDefault("write_buffer_size", "0"));
    long memtables = families * Long.parseLong(all.getOrDefault("max_write_buffer_number", "0"));
    double wanted = cache + (double) memtable * memtables;
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            && wanted > MOST_OF_MEMORY * system.getTotalMemorySize()
        ? Optional.of(
            "the memory is "
                + SizeText.of(system.getTotalMemorySize())
                + ", and RocksDB may use more than 70 % of it: a cache of "
                + SizeText.of(cache)
                + " and "
                + memtables
                + " memtables of "
                + SizeText.of(memtable))
        : Optional.empty();
  }

  private Map<String, Map<String, String>> sections() throws IOException {
    return OptionText.sections(
        OptionText.newestFile(folder)
            .orElseThrow(() -> new IOException("no file of options in " + folder)));
  }

  private static void copy(List<String> names, Map<String, String> from, Map<String, String> to) {
    names.stream().filter(from::containsKey).forEach(name -> to.put(name, from.get(name)));
  }

  /** Negative: as many bytes as all memtables may have; a memtable has more than a few bytes. */
  private static boolean isKept(Map<String, String> family) {
    long bytes = Long.parseLong(family.getOrDefault(RocksOptions.HISTORY, "0"));
    return bytes < 0 || bytes > 1;
  }
}
